import VirgaCanvas

struct PickerLine: ListItem {
  enum Role: Sendable {
    /// A listed line; only these are counted.
    case entry
    case answer
    case heading
  }

  /// The command that the line runs; nil for a line that only informs.
  var invocation: Invocation?
  var keys: DisplayText = .empty
  var title: DisplayText
  /// The third column: more about it, or why it does not apply.
  var detail: DisplayText = .empty
  var applies = true
  var searched: DisplayText = .empty
  /// What is typed for it; nil for its title.
  var spelled: String?
  /// A sentence about it, for which the line has no room.
  var sentence: DisplayText = .empty
  var role = Role.entry
  /// An identity, if neither invocation nor text is unique.
  var name: String?
  /// The line that it is part of; both count as one.
  var whole: String?
  /// Whether it continues what was typed; such lines keep their order.
  var goesOn = false

  static func heading(_ title: String) -> PickerLine {
    PickerLine(title: DisplayText(title), applies: false, role: .heading)
  }

  var text: String { spelled ?? title.plain }

  var isHeading: Bool { role == .heading }

  var id: String { name ?? invocation?.line ?? "\(keys.plain) \(title.plain) \(searched.plain)" }

  func rank(_ filter: Filter, fuzzy: Bool) -> Int? {
    guard !isHeading else { return nil }
    if goesOn { return Int.min }
    guard !fuzzy else { return filter.score(text).map { -$0 } }
    let texts = [(text, 300), (keys.plain, 200), (detail.plain, 0), (searched.plain, -100)]
    // What only informs, such as a sign in a list of keys, comes last.
    let last = invocation == nil ? 10_000 : 0
    return texts.compactMap { text, bonus in
      filter.containsWhole(text) ? filter.score(text).map { last - $0 - bonus } : nil
    }.min()
  }
}
