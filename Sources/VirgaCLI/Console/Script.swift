import VirgaConsole

/// The lines of a script that are still to be run, and which of them was refused.
struct Script {
  /// What refusals call it: its file.
  let name: String
  /// Whether the console is left behind the last line.
  let leaves: Bool
  /// What ended it early; nil where nothing did, or where the console stays and says so itself.
  private(set) var refusal: String?
  /// What was refused where the console stays.
  private var missed: [String] = []
  private var rest: ArraySlice<String>
  /// The number of the line of which not all has been heard yet.
  private var current: Int?

  /// The script in a text; no text is a script without lines.
  init(_ text: String = "", name: String = "script", leaves: Bool = false) {
    self.name = name
    rest = Recording.lines(of: text)[...]
    self.leaves = leaves
  }

  /// The next line that does something; nil at the end.
  mutating func next() -> String? {
    while let line = rest.popFirst() {
      current = rest.startIndex
      if !line.hasPrefix("#"), line.contains(where: { $0 != " " && $0 != "\t" }) { return line }
    }
    current = nil
    return nil
  }

  /// Notes why the line that was given last was refused, if it was; everything that it began has ended.
  ///
  /// Where nobody is there to see it, the lines behind it are not run: they may count on what it should have done.
  mutating func note(_ refusal: String?) {
    defer { current = nil }
    guard let current, let refusal else { return }
    let words = "\(name):\(current): \(refusal)"
    guard leaves else { return missed.append(words) }
    self.refusal = words
    rest = []
  }

  /// What to say of the lines that were refused, once: where the console stays, later lines hide what was said of each.
  mutating func takeMissed() -> String? {
    defer { missed = [] }
    if missed.isEmpty { return nil }
    let count = missed.count == 1 ? "" : "\(missed.count) lines of the script were refused: "
    return count + missed.joined(separator: "; ")
  }
}
