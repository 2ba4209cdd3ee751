//! Conversion of SVG to PNG and PDF.

/// The reason why a picture cannot be converted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PictureError {
    /// The SVG cannot be read.
    #[error("the picture can't be read: {0}")]
    Svg(String),
    /// The conversion failed.
    #[error("the picture can't be converted: {0}")]
    Convert(String),
    /// The program was built without the converters, the feature `pictures`.
    #[error("this gridlock was built without PNG and PDF: write SVG, or build it with --features pictures")]
    NotBuilt,
}

#[cfg(feature = "pictures")]
pub use converters::{pdf, png};
#[cfg(not(feature = "pictures"))]
pub use not_built::{pdf, png};

#[cfg(not(feature = "pictures"))]
mod not_built {
    use super::PictureError;

    /// PNG is not available without the feature `pictures`.
    ///
    /// # Errors
    /// Always [`PictureError::NotBuilt`].
    pub fn png(_svg: &str, _width: u32) -> Result<Vec<u8>, PictureError> {
        Err(PictureError::NotBuilt)
    }

    /// PDF is not available without the feature `pictures`.
    ///
    /// # Errors
    /// Always [`PictureError::NotBuilt`].
    pub fn pdf(_pages: &[String]) -> Result<Vec<u8>, PictureError> {
        Err(PictureError::NotBuilt)
    }
}

#[cfg(feature = "pictures")]
mod converters {
    use super::PictureError;
    use pdf_writer::{Content, Finish, Name, Pdf, Rect, Ref};
    use resvg::tiny_skia::{Pixmap, Transform};
    use resvg::usvg::fontdb::Source;
    use resvg::usvg::{Options, Tree, WriteOptions};
    use std::collections::HashMap;
    use std::sync::Arc;

    /// The width and height of A4 paper in points.
    const PAPER: (f32, f32) = (595.28, 841.89);

    /// Parses an SVG document. Text is set in the program's own copy of DejaVu Sans, never in a font of the system, so the picture is the
    /// same on every machine.
    fn tree(svg: &str) -> Result<Tree, PictureError> {
        let mut options = Options::default();
        for font in [dejavu::sans::regular(), dejavu::sans::bold()] {
            options.fontdb_mut().load_font_source(Source::Binary(Arc::new(font)));
        }
        options.fontdb_mut().set_sans_serif_family("DejaVu Sans");
        Tree::from_str(svg, &options).map_err(|error| PictureError::Svg(error.to_string()))
    }

    /// Parses an SVG document and turns its text into outlines. To embed fonts, svg2pdf needs further libraries that are slow to build,
    /// and it writes fonts in a different order on every run.
    fn outlined(svg: &str) -> Result<Tree, PictureError> {
        tree(&tree(svg)?.to_string(&WriteOptions::default()))
    }

    /// Converts an SVG document to a PNG picture, `width` pixels wide.
    ///
    /// # Errors
    /// A [`PictureError`] if the document cannot be read or drawn.
    pub fn png(svg: &str, width: u32) -> Result<Vec<u8>, PictureError> {
        let tree = tree(svg)?;
        let scale = width as f32 / tree.size().width();
        let height = (tree.size().height() * scale).ceil() as u32;
        let mut pixels = Pixmap::new(width, height).ok_or_else(|| PictureError::Convert("it has no pixels".to_owned()))?;
        resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
        pixels.encode_png().map_err(|error| PictureError::Convert(error.to_string()))
    }

    /// Converts SVG documents to the pages of a PDF on A4 paper, each as large as the paper allows.
    ///
    /// # Errors
    /// A [`PictureError`] if a document cannot be read or converted.
    pub fn pdf(pages: &[String]) -> Result<Vec<u8>, PictureError> {
        let mut next = Ref::new(1);
        let (catalog, page_tree) = (next.bump(), next.bump());
        let ids: Vec<Ref> = pages.iter().map(|_| next.bump()).collect();
        let mut pdf = Pdf::new();
        pdf.catalog(catalog).pages(page_tree);
        pdf.pages(page_tree).kids(ids.iter().copied()).count(ids.len() as i32);
        for (svg, id) in pages.iter().zip(ids) {
            let tree = outlined(svg)?;
            let (chunk, picture) = svg2pdf::to_chunk(&tree, svg2pdf::ConversionOptions::default())
                .map_err(|error| PictureError::Convert(error.to_string()))?;
            let mut new = HashMap::new();
            let chunk = chunk.renumber(|old| *new.entry(old).or_insert_with(|| next.bump()));
            let (picture, content_id) = (new[&picture], next.bump());
            let (width, height) = (tree.size().width(), tree.size().height());
            let scale = (PAPER.0 / width).min(PAPER.1 / height);
            let (width, height) = (width * scale, height * scale);
            let mut page = pdf.page(id);
            page.media_box(Rect::new(0.0, 0.0, PAPER.0, PAPER.1)).parent(page_tree).contents(content_id);
            page.resources().x_objects().pair(Name(b"S"), picture);
            page.finish();
            // svg2pdf makes the picture 1 by 1 units large, with its lower left corner at the origin
            let mut content = Content::new();
            let (left, bottom) = ((PAPER.0 - width) / 2.0, PAPER.1 - height);
            content.transform([width, 0.0, 0.0, height, left, bottom]).x_object(Name(b"S"));
            pdf.stream(content_id, &content.finish());
            pdf.extend(&chunk);
        }
        Ok(pdf.finish())
    }
}
