//! One type for all board sizes, over a type that has the size as a parameter.

/// Declares methods of a type whose field holds a boxed trait object, of one board size or another: writes the trait, its
/// implementation by the methods of the same names of the type with a size, and the methods that call them.
///
/// A method is written with its receiver in brackets: `pub fn row[&mut self](rank: u64) -> Row;`.
macro_rules! for_any_size {
    (
        impl $type:ty { $self:ident.$field:tt: dyn $any:ident, for $of_size:ty: $first:ident $(+ $bound:ident)* }
        $($(#[$doc:meta])* $vis:vis fn $name:ident[$($receiver:tt)+]($($arg:ident: $arg_type:ty),*) $(-> $result:ty)?;)*
    ) => {
        trait $any: $first $(+ $bound)* {
            $(fn $name($($receiver)+ $(, $arg: $arg_type)*) $(-> $result)?;)*
        }

        impl $type {
            $($(#[$doc])* $vis fn $name($($receiver)+ $(, $arg: $arg_type)*) $(-> $result)? {
                $self.$field.$name($($arg),*)
            })*
        }

        impl<const N: usize> $any for $of_size {
            $(fn $name($($receiver)+ $(, $arg: $arg_type)*) $(-> $result)? {
                <$of_size>::$name($self $(, $arg)*)
            })*
        }
    };
}
