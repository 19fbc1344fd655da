//! Placeholder for the layer to come.
