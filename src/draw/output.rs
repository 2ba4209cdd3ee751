//! Why a picture cannot be converted, and what stands for the converters in a build without them.

/// The reason why a picture cannot be converted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the picture can't be made: {0}")]
pub struct PictureError(pub(super) String);

#[cfg(not(feature = "pictures"))]
pub mod not_built {
    use super::PictureError;

    fn not_built() -> Result<Vec<u8>, PictureError> {
        let text = "this gridlock was built without PNG, GIF and PDF: write SVG, or build it with --features pictures";
        Err(PictureError(text.to_owned()))
    }

    /// PNG is not available without the feature `pictures`.
    ///
    /// # Errors
    /// Always.
    pub fn png(_svg: &str, _width: u32) -> Result<Vec<u8>, PictureError> {
        not_built()
    }

    /// PDF is not available without the feature `pictures`.
    ///
    /// # Errors
    /// Always.
    pub fn pdf(_title: &str, _pages: &[String], _paper: (f32, f32)) -> Result<Vec<u8>, PictureError> {
        not_built()
    }

    /// GIF is not available without the feature `pictures`.
    ///
    /// # Errors
    /// Always.
    pub fn gif(_frames: &[(svg::Document, u16)], _width: u16) -> Result<Vec<u8>, PictureError> {
        not_built()
    }
}
