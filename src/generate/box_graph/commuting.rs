//! Steps that commute: an exploration that keeps no links passes over a step if it surely leads to a known box.
//!
//! Boxes are numbered as they are found, and expanded in that order. Let `Y` be found by step `a` out of `X`, and let step `b` out
//! of `X` lead to boxes `Z` found before `Y`:
//!
//! ```text
//!   X ─a→ Y       b need not be made in Y: if b out of Y leads to W, then a leads from some Z to W, and Z comes before Y
//!   │b    │b
//!   Z ─a→ W
//! ```
//!
//! *Claim: all boxes are found, in the same order, and where a step is passed over, the boxes to which it leads are known before
//! its own box is expanded.* By induction on the number of `Y`: when `Y` is found, `b` has been made in `X`, or passed over, or is
//! known from its other side. So all `Z` are known. They have smaller numbers and are expanded before `Y`. After that all boxes to
//! which `a` leads from `Z` are known, whether it was made or not; `W` is one of them.
//!
//! *The same step:* `b` moves the same piece in `X` and in `Y`, by one cell in the same direction. For if `a` moves that piece, `b`
//! is not possible in `Y`: its cell is covered, or no longer next to the piece.
//!
//! *Proof of the square,* for each inner line alone:
//! - Both steps cover a cell of it: in either order its component falls into the same parts, those without both cells.
//! - Both free one: it grows to the same component. `a` covers one and `b` frees one: after `b` the component is larger, and what
//!   `a` and then `b` make of it is among the parts that `b` and then `a` leave.
//! - `a` frees one and `b` covers one: `b` leads from `Y` to parts of a larger component, and some may hold nothing of what the
//!   line reaches in `X`. So `b` is passed over only if there is a single part. The part in `Z` grows to just that. If the freed
//!   cell does not make the component larger, the parts are those in `Z`, and nothing needs a test.
//!
//! So `a` is possible in `Z`: its line can leave the cell, since it has left it in `W`. A step that is not possible in a box is
//! not handed on to the next one, where it may be another step.
use super::BoxGraph;
use super::expand::StepOut;

impl<const N: usize> BoxGraph<N> {
    /// The steps out of a new box that commute with the step to it, of those whose neighbours are known in the box before.
    #[inline(always)]
    pub(super) fn known_after(out: &StepOut) -> [u64; 2] {
        // If the freed cell does not make the component larger, all of them commute. A mask says so, since a branch would be hard to
        // predict.
        let same = u64::from(out.grown.configs == out.narrow).wrapping_neg();
        // the steps are possible in the box before, so some configuration leaves the cell
        let kept = same | !(0xff << (8 * out.freed)) | u64::from(out.grown.whole) << (8 * out.freed);
        let [up, down] = out.known;
        [up & kept, down & kept]
    }
}
