import VirgaJSON

extension CommandTable {
  /// Marking lines of a list, on every screen: what is done next is done to all that are marked, as one operation.
  static let markingCommands: [Command] = [
    Command(
      "mark", "mark, to change several", keys: ["v"],
      help: "What is done next is done to all that are marked, as one operation. Esc takes the marks away.",
      when: { state in
        if let view = state.markableView {
          return view.list(in: state)?.canMark == true ? .applies() : .refused("there is nothing under the cursor")
        }
        guard state.parts.marks(in: state) != nil else { return .refused("nothing is marked here") }
        return state.parts.markable(in: state).isEmpty ? .refused("there is nothing under the cursor") : .applies()
      },
      run: { state, _ in
        if let view = state.markableView {
          view.withList(in: &state) { $0.toggleMarks() }
          return state.move(by: 1)
        }
        guard let marks = state.parts.marks(in: state) else { return [] }
        let names = NameSet(state.parts.markable(in: state))
        let areMarked = state[marks].isSuperset(of: names)
        if areMarked { state[marks].subtract(names) } else { state[marks].formUnion(names) }
        return state.move(by: 1)
      }),
    Command(
      "mark-all", "mark all that are listed", keys: ["V"], help: "Where all are marked already, none is after.",
      when: {
        $0.markableView == nil && $0.parts.marks(in: $0) == nil ? .refused("nothing is marked here") : .applies()
      },
      run: { state, _ in
        if let view = state.markableView {
          view.withList(in: &state) { $0.toggleAllMarks() }
          return []
        }
        guard let marks = state.parts.marks(in: state) else { return [] }
        let listed = NameSet(state.parts.allMarkable(in: state))
        if state[marks].isSuperset(of: listed) {
          state[marks] = []
        } else {
          state[marks].formUnion(listed)
        }
        return []
      }),
  ]
}

extension State {
  /// What is marked in the list in focus; empty where nothing is, or nothing can be.
  var marked: NameSet { parts.marks(in: self).map { self[$0] } ?? [] }

  /// The panel in focus, if items of its list can be marked.
  var markableView: (any PanelView)? { parts.view(of: focus).flatMap { $0.isMarkable ? $0 : nil } }

  /// Takes the marks in the list in focus away; false where there are none.
  mutating func dropMarks() -> Bool {
    if let view = markableView, let list = view.list(in: self), list.markCount > 0 {
      view.withList(in: &self) { $0.clearMarks() }
      return true
    }
    guard let marks = parts.marks(in: self), !self[marks].isEmpty else { return false }
    self[marks] = []
    return true
  }
}
