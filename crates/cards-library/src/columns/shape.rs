//! Columns of a kind, from an iterator of values.

use std::sync::Arc;

use arrow_array::builder::{Int64Builder, ListBuilder, StringBuilder};
use arrow_array::{ArrayRef, Int64Array, ListArray, StringArray, StructArray};
use arrow_buffer::{NullBuffer, OffsetBuffer};
use arrow_schema::{ArrowError, DataType, FieldRef};

/// Texts, each there or not.
pub(crate) fn texts<'a>(values: impl Iterator<Item = Option<&'a str>>) -> ArrayRef {
    Arc::new(values.collect::<StringArray>())
}

/// Numbers, each there or not. One beyond 63 bits, which no size and count is, becomes the greatest.
pub(crate) fn counts(values: impl Iterator<Item = Option<u64>>) -> ArrayRef {
    let signed = |value: u64| i64::try_from(value).unwrap_or(i64::MAX);
    Arc::new(values.map(|value| value.map(signed)).collect::<Int64Array>())
}

/// Signed numbers, each there or not.
pub(crate) fn numbers(values: impl Iterator<Item = Option<i64>>) -> ArrayRef {
    Arc::new(values.collect::<Int64Array>())
}

/// Lists of texts, each there or not.
pub(crate) fn text_lists<T: AsRef<str>, L: AsRef<[T]>>(values: impl Iterator<Item = Option<L>>) -> ArrayRef {
    let mut builder = ListBuilder::new(StringBuilder::new());
    for value in values {
        if let Some(items) = &value {
            items.as_ref().iter().for_each(|item| builder.values().append_value(item));
        }
        builder.append(value.is_some());
    }
    Arc::new(builder.finish())
}

/// Lists of numbers, each there or not.
pub(crate) fn number_lists(values: impl Iterator<Item = Option<Vec<i64>>>) -> ArrayRef {
    let mut builder = ListBuilder::new(Int64Builder::new());
    for value in values {
        if let Some(items) = &value {
            builder.values().append_slice(items);
        }
        builder.append(value.is_some());
    }
    Arc::new(builder.finish())
}

/// Lists of structs: how long each list is, where it is there, and the columns of all of them in a row.
pub(crate) fn struct_lists(
    item: &FieldRef,
    lengths: impl Iterator<Item = Option<usize>>,
    columns: Vec<ArrayRef>,
) -> Result<ArrayRef, ArrowError> {
    let (sizes, present): (Vec<usize>, Vec<bool>) =
        lengths.map(|length| (length.unwrap_or_default(), length.is_some())).unzip();
    let items = structs(item.data_type(), vec![true; sizes.iter().sum()], columns)?;
    let offsets = OffsetBuffer::from_lengths(sizes);
    Ok(Arc::new(ListArray::try_new(Arc::clone(item), offsets, items, Some(NullBuffer::from(present)))?))
}

/// Structs, each there or not, of columns with the names and types that `kind` says.
pub(crate) fn structs(kind: &DataType, present: Vec<bool>, columns: Vec<ArrayRef>) -> Result<ArrayRef, ArrowError> {
    let DataType::Struct(fields) = kind else {
        return Err(ArrowError::SchemaError(format!("{kind} is no struct")));
    };
    Ok(Arc::new(StructArray::try_new(fields.clone(), columns, Some(NullBuffer::from(present)))?))
}
