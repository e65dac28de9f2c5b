import VirgaCanvas

/// A line of a list that lies over the screen.
struct PickerLine: ListItem {
  /// What a line is in its list.
  enum Role: Sendable {
    /// One of the lines that are listed, and counted.
    case entry
    /// An answer to what is asked above the lines that are listed.
    case answer
    /// The heading of the lines below it.
    case heading
  }

  /// What is run when it is chosen; nil for a line that only informs.
  var invocation: Invocation?
  /// The first column: keys, or a mark.
  var keys: DisplayText = .empty
  /// The second column: what it is.
  var title: DisplayText
  /// The third column: more about it, or why it does not apply.
  var detail: DisplayText = .empty
  /// Whether it can be chosen now.
  var applies = true
  /// What it is found by besides what it shows.
  var searched: DisplayText = .empty
  /// What is typed for it; nil for its title.
  var spelled: String?
  /// What it is for, in a sentence that has no room in the line.
  var sentence: DisplayText = .empty
  var role = Role.entry
  /// What identifies it where neither what it runs nor what it says does.
  var name: String?
  /// The line that it is a part of, and is counted with.
  var whole: String?
  /// Whether it goes on from what was typed, as all others do that stay in their order.
  var goesOn = false

  /// The heading of a section.
  static func heading(_ title: String) -> PickerLine {
    PickerLine(title: DisplayText(title), applies: false, role: .heading)
  }

  /// What a filter is matched with first.
  var text: String { spelled ?? title.plain }

  var isHeading: Bool { role == .heading }

  var id: String { name ?? invocation?.line ?? "\(keys.plain) \(title.plain) \(searched.plain)" }

  func rank(_ filter: Filter, scattered: Bool) -> Int? {
    guard !isHeading else { return nil }
    if goesOn { return Int.min }
    guard !scattered else { return filter.score(text).map { -$0 } }
    let texts = [(text, 300), (keys.plain, 200), (detail.plain, 0), (searched.plain, -100)]
    return texts.compactMap { text, bonus in
      filter.containsWhole(text) ? filter.score(text).map { -$0 - bonus } : nil
    }.min()
  }
}
