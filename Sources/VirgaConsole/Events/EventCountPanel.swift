import VirgaCanvas

/// How many of the shown events are about each feature.
struct EventCountPanel: ListPanel {
  let panel = Panel.counts
  let path: ModelPath<ListModel<FeatureCount>> = \Model.events.perFeature
  let isFiltered = false
  let isMarkable = false
  let opens: String? = "only-this-feature"

  func read(_ model: Model) -> ListModel<FeatureCount> { model.events.perFeature }

  func title(of model: Model) -> DisplayText {
    DisplayText("\(panel.title) \(model.events.perFeature.items.count)")
  }

  func emptyText(of model: Model) -> DisplayText {
    model.events.list.filter.field.isEmpty
      ? "no event is about a feature" : "no match is about a feature"
  }

  func columns(of model: Model, in room: ListRoom<FeatureCount>) -> [Column<FeatureCount>] {
    [
      Column("Feature", width: .content.shortened(to: 10), style: .text, isName: true) {
        DisplayText($0.feature)
      },
      Column("Events", width: .content.kept, style: .text) {
        // As wide as the head.
        DisplayText("\($0.count)").paddedAtStart(to: 6)
      },
      Column(
        "Suppressed", width: .content,
        spoken: { $0.suppressed > 0 ? "\($0.suppressed) suppressed" : "" }
      ) { item, _ in
        // As wide as the head.
        let number = DisplayText("\(item.suppressed)").paddedAtStart(to: 10)
        return StyledLine(item.suppressed > 0 ? number : .empty, .dim)
      },
    ]
  }
}
