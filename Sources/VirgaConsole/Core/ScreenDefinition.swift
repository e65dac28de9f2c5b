import VirgaCanvas
import VirgaManifest
import VirgaSession

/// The parts of a screen: functions of the state, without any state of their own.
///
/// A screen must have `views` and `areas`; moving, filtering, searching and clicking have default
/// implementations.
protocol ScreenDefinition: SendableMetatype {
  /// The panels in `Tab` order; the first one initially has the focus.
  static var views: [any PanelView] { get }
  /// The areas of the panels between the first line and the last two; other panels are hidden.
  static func areas(in body: Rectangle, of model: Model) -> [Panel: Rectangle]
  /// Whether `Tab` stops at a panel; at least one must be offered.
  static func isOffered(_ panel: Panel, in model: Model) -> Bool
  /// Draws over the panels; only a list to choose from is drawn later.
  static func drawOver(_ model: Model, on canvas: inout Canvas)
  /// Recomputes what the layout depends on after an event while the screen is shown.
  static func refresh(in model: inout Model)
  /// Recomputes derived state after that; called after layout.
  static func followLayout(_ model: inout Model)
  /// The effects that the screen needs after an event, even if it is not shown: background work, or
  /// saving a draft.
  static func requests(_ model: inout Model, isLeaving: Bool) -> [Effect]

  /// Computes what other screens show of this one, before any of them is refreshed.
  static func resolve(in model: inout Model)
  /// Computes the counts of this screen that the first line shows.
  static func count(in model: inout Model)

  /// The line that receives the keys; nil if keys run commands or go to the config editor.
  static func typedLine(in model: Model) -> TypedLine?
  /// Ends typing; the typed text stays.
  static func stopTyping(_ model: inout Model)
  /// The text of the filter or search; nil if the screen has none.
  static func searchTerm(in model: Model) -> String?
  /// Goes to the next match, or to the previous one if `step` is -1.
  static func findNext(_ step: Int, in model: inout Model) -> Outcome
  /// Starts to filter or search, or does it at once for an argument.
  static func startFilter(_ argument: String, in model: inout Model) -> Outcome
  /// Leaves a panel or clears a filter, one step each time, as `Esc` does.
  static func clear(_ model: inout Model) -> Outcome

  /// The name of the item under the cursor, to which `back` returns; nil if it has none.
  static func currentName(in model: Model) -> String?
  /// Moves the cursor to the item with a name, if it still exists.
  static func select(_ name: String, in model: inout Model)
  /// The feature and the path of the value under the cursor; nil if it is on none.
  static func selectedValue(in model: Model) -> (feature: String, path: String)?

  static func copy(_ part: CopyPart, in model: Model) -> CopyResult
  /// The id of the feature that the item under the cursor is about; nil if it is about none.
  static func feature(in model: Model) -> String?
  /// The ids of the features of the marked items, or else of the one under the cursor.
  static func features(in model: Model) -> [String]
  /// The ids of the features that `expose` exposes, or why there are none.
  static func exposed(in model: Model) -> Result<[String], Refusal>
}

extension ScreenDefinition {
  static var panels: [Panel] { views.map(\.panel) }

  static func view(of panel: Panel) -> (any PanelView)? { views.first { $0.panel == panel } }

  static func isOffered(_ panel: Panel, in model: Model) -> Bool { true }
  static func drawOver(_ model: Model, on canvas: inout Canvas) {}
  static func requests(_ model: inout Model, isLeaving: Bool) -> [Effect] { [] }
  static func resolve(in model: inout Model) {}
  static func count(in model: inout Model) {}
  static func refresh(in model: inout Model) {}
  static func followLayout(_ model: inout Model) {}

  static func currentName(in model: Model) -> String? { nil }
  static func select(_ name: String, in model: inout Model) {}
  static func selectedValue(in model: Model) -> (feature: String, path: String)? { nil }

  static func copy(_ part: CopyPart, in model: Model) -> CopyResult { .nothing(.nothingToCopy) }
  static func feature(in model: Model) -> String? { model.selectedFeature?.id }
  static func features(in model: Model) -> [String] { feature(in: model).map { [$0] } ?? [] }
  static func exposed(in model: Model) -> Result<[String], Refusal> {
    let ids = features(in: model)
    return ids.isEmpty ? .failure(Refusal(.notAboutFeature)) : .success(ids)
  }

  // The filter of the screen's list.

  private static var filteredView: (any PanelView)? { views.first(where: \.isFiltered) }

  /// The filter that `/` types into.
  static var filter: WritableKeyPath<Model, FilterField>? { filteredView?.filter }

  /// Always returns an empty outcome, so that it can be the `changed` of a ``TypedLine``.
  @discardableResult static func filterChanged(_ model: inout Model) -> Outcome {
    guard let view = filteredView else { return [] }
    view.withList(in: &model) {
      $0.refilter(toBest: view.jumpsToBestMatch && !$0.filter.field.isEmpty)
    }
    return []
  }

  static func typedLine(in model: Model) -> TypedLine? { filterLine(in: model) }

  /// The screen's filter while it is being typed.
  static func filterLine(in model: Model) -> TypedLine? {
    // Called for each key: check the list first, because appending key paths is slower.
    guard filteredView?.list(in: model)?.filter.isTyping == true, let filter else { return nil }
    return TypedLine(
      typing: .filter, field: filter.appending(path: \.field), changed: filterChanged)
  }

  static func stopTyping(_ model: inout Model) {
    if let filter { model[keyPath: filter].isTyping = false }
  }

  static func startFilter(_ argument: String, in model: inout Model) -> Outcome {
    filterList(argument, in: &model)
  }

  /// Starts to filter the list, or filters it at once by an argument.
  static func filterList(_ argument: String, in model: inout Model) -> Outcome {
    guard let filter, let first = panels.first else { return .refused(.cannotFilter) }
    model.focus = first
    let old = model[keyPath: filter].text
    model[keyPath: filter] = FilterField(field: TextField(argument), isTyping: argument.isEmpty)
    return argument == old ? [] : filterChanged(&model)
  }

  static func searchTerm(in model: Model) -> String? { filter.map { model[keyPath: $0].text } }

  static func findNext(_ step: Int, in model: inout Model) -> Outcome { goToLine(step, in: &model) }

  /// Moves the cursor by a number of items, past headings, and says the item's number.
  static func goToLine(_ step: Int, in model: inout Model) -> Outcome {
    guard let view = views.first, let list = view.list(in: model) else { return [] }
    let rows = (0..<list.count).filter { !list.isHeading($0) }
    guard !rows.isEmpty else { return [] }
    let index = rows.index(step, from: list.scroll.cursor)
    model.focus = view.panel
    view.withList(in: &model) { $0.scroll.cursor = rows[index] }
    return .says(.line(index + 1, of: rows.count))
  }

  static func clear(_ model: inout Model) -> Outcome { clearList(&model) }

  /// Returns to the first panel, or clears its filter.
  static func clearList(_ model: inout Model) -> Outcome {
    if let first = panels.first, model.focus != first {
      model.focus = first
    } else if let filter, !model[keyPath: filter].field.isEmpty {
      model[keyPath: filter].field = TextField()
      filterChanged(&model)
    }
    return []
  }
}
