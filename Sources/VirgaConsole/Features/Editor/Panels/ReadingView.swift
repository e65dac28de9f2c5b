import VirgaCanvas
import VirgaManifest

/// The panel of a feature without a text, as apps read it, in the place of a merged result.
struct ReadingView: TextView {
  let panel = Panel.reading

  /// As in the border of a merged result, whose place it has.
  func title(of model: Model) -> DisplayText { DisplayText(Panel.merged.title) }

  func subtitle(of model: Model) -> DisplayText {
    model.features.values.preview == nil ? .empty : "as apps read it"
  }

  /// The feature: another one is shown from its first line.
  func subject(of model: Model) -> String { model.selectedFeature?.id ?? "" }

  /// The selected feature as apps read it (`preview`), in JSON, with as many containers unfolded as
  /// the panel has room for.
  func text(of model: Model, columns: Int) -> [StyledLine] {
    let rows = model.layout.inside(panel).rows
    return MergedPanel(reading: model.features.values.preview)
      .lines(in: rows, columnsOfText: columns)
  }
}
