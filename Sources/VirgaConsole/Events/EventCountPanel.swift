import VirgaCanvas

/// How many of the shown events are about each feature.
struct EventCountPanel: ListPanel {
  let panel = Panel.counts
  let path: ModelPath<ListModel<FeatureCount>> = \Model.events.featureCounts
  let isFiltered = false
  let isMarkable = false
  let doubleClickCommand: String? = "only-this-feature"

  func listModel(of model: Model) -> ListModel<FeatureCount> { model.events.featureCounts }

  func title(of model: Model) -> DisplayText {
    DisplayText("\(panel.title) \(model.events.featureCounts.items.count)")
  }

  /// The text of an empty list: that of a filter counts only the matches.
  func emptyText(of model: Model) -> DisplayText {
    model.events.list.filter.field.isEmpty
      ? "no event is about a feature" : "no match is about a feature"
  }

  /// The narrowest column of features.
  private static let minFeatureWidth = 10
  /// The heads, below which numbers are aligned at the right.
  private static let countHead = "Events"
  private static let suppressedHead = "Suppressed"

  /// Feature, number of events, and how many of them were suppressed (not recorded or undone);
  /// names of features are cut so that they can be told apart (`isName`), not just at their end.
  func columns(of model: Model, in room: ListRoom<FeatureCount>) -> [Column<FeatureCount>] {
    [
      Column(
        "Feature", width: .content.shortened(to: Self.minFeatureWidth), style: .text, isName: true
      ) {
        DisplayText($0.feature)
      },
      Column(DisplayText(Self.countHead), width: .content.alwaysWhole, style: .text) {
        DisplayText("\($0.count)").paddedAtStart(to: Self.countHead.count)
      },
      Self.suppressedColumn,
    ]
  }

  /// How many events were suppressed (not recorded or undone); blank, and in plain mode not read
  /// out, if none was.
  private static var suppressedColumn: Column<FeatureCount> {
    Column(
      DisplayText(suppressedHead), width: .content,
      spoken: { $0.suppressed > 0 ? "\($0.suppressed) suppressed" : "" }
    ) { item, _ in
      let number = DisplayText("\(item.suppressed)").paddedAtStart(to: suppressedHead.count)
      return StyledLine(item.suppressed > 0 ? number : .empty, .dim)
    }
  }
}
