import VirgaCanvas

/// A panel that shows a ``ListModel``, no matter how it is drawn.
protocol ListView: PanelView {
  associatedtype Item: ListItem
  var model: StatePath<ListModel<Item>> { get }
  /// Whether the list has a filter.
  var isFiltered: Bool { get }
}

extension ListView {
  var filter: WritableKeyPath<State, FilterField>? {
    let model: WritableKeyPath<State, ListModel<Item>> = model
    return isFiltered ? model.appending(path: \.filter) : nil
  }
  var isSearched: Bool { !isFiltered }

  func count(in state: State) -> Int { state[keyPath: model].count }

  func list(in state: State) -> (any ListActions)? { state[keyPath: model] }

  func withList(in state: inout State, _ change: (inout any ListActions) -> Void) {
    var list: any ListActions = state[keyPath: model]
    change(&list)
    if let list = list as? ListModel<Item> { state[keyPath: model] = list }
  }

  func reconcile(_ state: inout State) {
    let isSeen = state.layout.panels[panel] != nil
    let height = height(in: state)
    let count = count(in: state)
    var scroll = state[keyPath: model].scroll
    if isSeen { scroll.reconcile(count: count, height: height) } else { scroll.move(by: 0, in: count) }
    if scroll != state[keyPath: model].scroll { state[keyPath: model].scroll = scroll }
  }
}
