//! Days and dates of the Gregorian calendar, extended both ways.
//!
//! Years are counted from 1 March inside, so that the leap day is the last of its year.

/// Days from 1970-01-01 to the first day of March of year 0.
const TO_MARCH: i64 = 719_468;
/// Days of 400 years, after which the calendar repeats.
const ERA: i64 = 146_097;

/// Gives year, month (from 1) and day (from 1) of a day since 1970-01-01.
#[must_use]
pub const fn date_of(days: i64) -> (i64, u8, u8) {
    let shifted = days.saturating_add(TO_MARCH);
    let era = shifted.div_euclid(ERA);
    let of_era = shifted.rem_euclid(ERA);
    let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let from_march = (5 * of_year + 2) / 153;
    let day = (of_year - (153 * from_march + 2) / 5 + 1) as u8;
    let month = if from_march < 10 { from_march + 3 } else { from_march - 9 } as u8;
    (year_of_era + era * 400 + (month <= 2) as i64, month, day)
}

/// Gives the days from 1970-01-01 to a date; months and days are counted from 1.
///
/// Any year of four digits and any month and day of two are safe; a day past the end of its month goes on into the next.
#[must_use]
pub const fn days_to(year: i64, month: u8, day: u8) -> i64 {
    let year = year.saturating_sub((month <= 2) as i64);
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let from_march = (month as i64 + 9) % 12;
    let of_year = (153 * from_march + 2) / 5 + day as i64 - 1;
    let of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + of_year;
    era.saturating_mul(ERA).saturating_add(of_era - TO_MARCH)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_and_dates_agree() {
        for days in (-800_000..800_000).step_by(97) {
            let (year, month, day) = date_of(days);
            assert_eq!(days_to(year, month, day), days);
        }
        assert_eq!(date_of(0), (1970, 1, 1));
        assert_eq!(date_of(19_782), (2024, 2, 29));
        assert_eq!((date_of(-1), date_of(-719_468), date_of(-719_469)), ((1969, 12, 31), (0, 3, 1), (0, 2, 29)));
        assert_eq!((days_to(1900, 3, 1) - days_to(1900, 2, 28), days_to(2000, 3, 1) - days_to(2000, 2, 28)), (1, 2));
    }

    #[test]
    fn the_ends_of_the_numbers_are_no_panic() {
        for number in [i64::MIN, i64::MAX] {
            let _ = (date_of(number), days_to(number, 1, 1));
        }
    }
}
