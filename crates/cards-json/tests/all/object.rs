//! Members in their order, found by their names.

use cards_json::*;

#[test]
fn numbers_at_their_own_places_are_found_at_once() {
    // By going through the members one by one, these would be billions of comparisons.
    let mut object: Object = (0..50_000).map(|number| (number.to_string(), 0)).collect();
    for number in 0..50_000 {
        object.insert(number.to_string(), number);
    }
    assert!(object.iter().enumerate().all(|(at, (_, value))| *value == Json::from(at)));
    let object: Object = [("1", 1), ("0", 0), ("01", 7)].into_iter().collect();
    assert_eq!([&object["0"], &object["1"], &object["01"]].map(Json::as_i64), [Some(0), Some(1), Some(7)]);
}

#[test]
fn of_one_name_the_last_value_counts_at_the_place_of_the_first() {
    for more in [0, 40] {
        let names = ["a", "b", "a"].map(str::to_owned).into_iter().chain((0..more).map(|i| format!("n{i}")));
        let object: Object = names.enumerate().map(|(i, name)| (name, i)).collect();
        assert_eq!(object.len(), 2 + more);
        assert_eq!(object.iter().next(), Some(("a", &Json::from(2))));
    }
}
