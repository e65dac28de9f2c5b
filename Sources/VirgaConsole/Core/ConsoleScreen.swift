import VirgaCanvas
import VirgaManifest
import VirgaSession

/// A screen: its state, its panels, and what the keys that every screen has do on it.
///
/// A screen must have a list, `views` and `areas`; everything else has a default. Drawing reads the
/// whole model. A change gets only the screen, and what all screens share.
protocol ConsoleScreen: Sendable {
  associatedtype Item: ListItem

  /// Where the model has the screen.
  static var path: ModelPath<Self> { get }
  /// The panels in `Tab` order; the first one initially has the focus.
  static var views: [any PanelView] { get }
  /// Whether typing a filter moves the cursor to the best match; if not, it stays on its item.
  static var jumpsToBestMatch: Bool { get }
  /// The list of the first panel, which `/` filters.
  var list: ListModel<Item> { get set }

  /// The areas of the panels between the first line and the last two; other panels are hidden.
  func areas(in body: Rectangle, of model: Model) -> [Panel: Rectangle]
  /// Whether `Tab` stops at a panel; every screen needs at least one such panel.
  func isTabStop(_ panel: Panel, _ shared: Shared) -> Bool
  /// Draws over the panels; only a list to choose from is drawn later.
  func drawOver(_ model: Model, on canvas: inout Canvas)

  /// Recomputes what the layout depends on, after an event while the screen is shown; the outcome
  /// says what was lost by the event.
  mutating func refresh(_ shared: Shared) -> Outcome
  /// Recomputes what depends on the areas of the panels.
  mutating func updateAfterLayout(_ shared: Shared)
  /// Computes the counts of this screen that the first line shows on every screen.
  mutating func updateHeaderCounts(_ shared: Shared)
  /// The effects that the screen needs after an event, even if it is not shown: background work, or
  /// saving a draft.
  mutating func requests(_ shared: Shared, isLeaving: Bool) -> Outcome

  /// What the screen does when something comes that it has asked for; nil if that is not for it.
  mutating func receive(_ event: Event, _ shared: Shared) -> Outcome?

  /// The line that receives the keys; nil if keys run commands or go to the config editor.
  func typedLine() -> TypedLine?
  /// Ends typing; the typed text stays.
  mutating func stopTyping()
  /// The text of the filter or search; nil if the screen has none.
  func searchTerm(_ shared: Shared) -> String?
  /// Goes to the next match, or to the previous one if `step` is -1.
  mutating func findNext(_ step: Int, _ shared: Shared) -> Outcome
  /// Starts to filter or search, or does it at once for an argument.
  mutating func startFilter(_ argument: String, _ shared: Shared) -> Outcome
  /// Leaves a panel or clears a filter, one step each time, as `Esc` does.
  mutating func clear(_ shared: Shared) -> Outcome

  /// The name of the item under the cursor, to which `back` returns; nil if it has none.
  func currentName(_ shared: Shared) -> String?
  /// Moves the cursor to the item with a name, if it still exists.
  mutating func select(_ name: String, _ shared: Shared)
  /// The value under the cursor; nil if it is on none.
  func selectedValue(_ shared: Shared) -> ValuePlace?

  /// The text of a part of the item under the cursor, or why there is nothing to copy.
  func copy(_ part: CopyPart, in model: Model) -> CopyResult
  /// The id of the feature that the item under the cursor is about; nil if it is about none.
  func feature(_ shared: Shared) -> String?
  /// The ids of the features of the marked items, or else of the one under the cursor.
  func features(_ shared: Shared) -> [String]
  /// The ids of the features that `expose` exposes, or why there are none.
  func featuresToExpose(_ shared: Shared) -> Result<[String], Refusal>
}

/// A value of a feature, wherever it is shown.
struct ValuePlace: Equatable, Sendable {
  let feature: String
  let path: String
}

extension ConsoleScreen {
  /// The panels in `Tab` order.
  static var panels: [Panel] { views.map(\.panel) }

  /// The view of one of the screen's panels; nil for a panel of another screen.
  static func view(of panel: Panel) -> (any PanelView)? { views.first { $0.panel == panel } }

  // The defaults of the requirements above.

  /// By default, typing a filter keeps the cursor on its item.
  static var jumpsToBestMatch: Bool { false }
  /// By default, `Tab` stops at every panel.
  func isTabStop(_ panel: Panel, _ shared: Shared) -> Bool { true }
  /// Draws nothing by default.
  func drawOver(_ model: Model, on canvas: inout Canvas) {}
  /// Recomputes nothing by default, so no event makes it lose anything.
  mutating func refresh(_ shared: Shared) -> Outcome { [] }
  /// Recomputes nothing by default.
  mutating func updateAfterLayout(_ shared: Shared) {}
  /// Computes no counts by default.
  mutating func updateHeaderCounts(_ shared: Shared) {}
  /// By default, a screen needs no effects after an event.
  mutating func requests(_ shared: Shared, isLeaving: Bool) -> Outcome { [] }
  /// By default, a screen has asked for nothing, so no event is for it.
  mutating func receive(_ event: Event, _ shared: Shared) -> Outcome? { nil }

  /// By default, `back` returns only to the screen, because items have no names.
  func currentName(_ shared: Shared) -> String? { nil }
  /// Does nothing by default, because items have no names.
  mutating func select(_ name: String, _ shared: Shared) {}
  /// By default, the cursor is on no value.
  func selectedValue(_ shared: Shared) -> ValuePlace? { nil }

  /// By default, items have no parts to copy.
  func copy(_ part: CopyPart, in model: Model) -> CopyResult { .nothing(.nothingToCopy) }
  /// By default, only the item under the cursor counts, because items cannot be marked.
  func features(_ shared: Shared) -> [String] { feature(shared).map { [$0] } ?? [] }
  /// By default, `expose` exposes the features that the items are about.
  func featuresToExpose(_ shared: Shared) -> Result<[String], Refusal> {
    let ids = features(shared)
    return ids.isEmpty ? .failure(Refusal(.notAboutFeature)) : .success(ids)
  }

  // The filter of the list.

  /// Shows what the filter matches, after its text changed; if the text is empty again, the cursor
  /// returns to where typing began.
  mutating func refilter() {
    let hasText = !list.filter.field.isEmpty
    list.refilter(selectsBest: Self.jumpsToBestMatch && hasText)
  }

  /// By default, only the filter of the list is typed.
  func typedLine() -> TypedLine? { filterLine() }

  /// The filter of the list while it is being typed; nil if it is not.
  func filterLine() -> TypedLine? {
    guard list.filter.isTyping else { return nil }
    let screenPath: WritableKeyPath<Model, Self> = Self.path
    let fieldPath: WritableKeyPath<Model, TextField> =
      screenPath.appending(path: \.list.filter.field)
    return TypedLine(
      typing: .filter, field: fieldPath,
      onChange: { model in
        model[keyPath: screenPath].refilter()
        return []
      })
  }

  /// Ends typing the filter of the list; its text stays.
  mutating func stopTyping() { list.endFilter() }

  /// By default, the term is the filter of the list.
  func searchTerm(_ shared: Shared) -> String? { list.filter.text }

  /// By default, `/` filters the list.
  mutating func startFilter(_ argument: String, _ shared: Shared) -> Outcome {
    filterList(argument)
  }

  /// Starts to filter the list, or filters it at once by an argument.
  mutating func filterList(_ argument: String) -> Outcome {
    let oldText = list.filter.text
    list.beginFilter(FilterField(field: TextField(argument), isTyping: argument.isEmpty))
    // Filtering may move the cursor, so it is left out if the text stays the same.
    if argument != oldText { refilter() }
    return Self.focusingList
  }

  /// By default, the next match is the next item, because the filter lists only matches.
  mutating func findNext(_ step: Int, _ shared: Shared) -> Outcome { goToItem(step) }

  /// Moves the focus to the list and its cursor to the next item, or to the previous one if `step`
  /// is -1, and says the item's number, as in `2 of 5`.
  ///
  /// Headings are skipped; after the last item, the first one follows.
  mutating func goToItem(_ step: Int) -> Outcome {
    let rowsOfItems = (0..<list.count).filter { !list.isHeading($0) }
    guard !rowsOfItems.isEmpty else {
      let filter = list.filter.text
      // The filter was not typed just now, so the message that nothing matches has the style of a
      // refusal.
      return .says(filter.isEmpty ? .emptyList : .noMatch(filter, wasJustTyped: false))
    }
    // The index of the item in the next row after the cursor, or in the previous one.
    let index = rowsOfItems.neighborIndex(step, from: list.scroll.cursor)
    list.scroll.cursor = rowsOfItems[index]
    return Self.focusingList.saying(.line(index + 1, of: rowsOfItems.count))
  }

  /// By default, `Esc` returns to the list, or clears its filter.
  mutating func clear(_ shared: Shared) -> Outcome { clearList(shared) }

  /// Moves the focus to the first panel or, if it is there already, clears the panel's filter.
  mutating func clearList(_ shared: Shared) -> Outcome {
    if shared.focus != Self.panels.first { return Self.focusingList }
    if !list.filter.field.isEmpty {
      list.filter.field = TextField()
      refilter()
    }
    return []
  }

  /// The outcome that moves the focus to the screen's list, which is its first panel.
  private static var focusingList: Outcome { panels.first.map { .focuses($0) } ?? [] }
}

// The model knows its screens only as `any ConsoleScreen`; these change one of them in its place.
// Each does what the method of that name does.
extension ConsoleScreen {
  /// Calls ``refresh(_:)`` of this screen in `model`.
  static func refresh(in model: inout Model) -> Outcome {
    model[keyPath: path].refresh(model.shared)
  }

  /// Calls ``updateAfterLayout(_:)`` of this screen in `model`.
  static func updateAfterLayout(in model: inout Model) {
    model[keyPath: path].updateAfterLayout(model.shared)
  }

  /// Calls ``updateHeaderCounts(_:)`` of this screen in `model`.
  static func updateHeaderCounts(in model: inout Model) {
    model[keyPath: path].updateHeaderCounts(model.shared)
  }

  /// Calls ``requests(_:isLeaving:)`` of this screen in `model`.
  static func requests(in model: inout Model, isLeaving: Bool) -> Outcome {
    model[keyPath: path].requests(model.shared, isLeaving: isLeaving)
  }

  /// Calls ``receive(_:_:)`` of this screen in `model`.
  static func receive(_ event: Event, in model: inout Model) -> Outcome? {
    model[keyPath: path].receive(event, model.shared)
  }

  /// Calls ``stopTyping()`` of this screen in `model`.
  static func stopTyping(in model: inout Model) { model[keyPath: path].stopTyping() }

  /// Calls ``findNext(_:_:)`` of this screen in `model`.
  static func findNext(_ step: Int, in model: inout Model) -> Outcome {
    model[keyPath: path].findNext(step, model.shared)
  }

  /// Calls ``startFilter(_:_:)`` of this screen in `model`.
  static func startFilter(_ argument: String, in model: inout Model) -> Outcome {
    model[keyPath: path].startFilter(argument, model.shared)
  }

  /// Calls ``clear(_:)`` of this screen in `model`.
  static func clear(in model: inout Model) -> Outcome { model[keyPath: path].clear(model.shared) }

  /// Calls ``select(_:_:)`` of this screen in `model`.
  static func select(_ name: String, in model: inout Model) {
    model[keyPath: path].select(name, model.shared)
  }
}
