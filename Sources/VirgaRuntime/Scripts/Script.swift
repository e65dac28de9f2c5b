import VirgaConsole

/// The remaining lines of a script, and the refused ones.
package struct Script {
  let name: String
  let leaves: Bool
  /// The refusal that ended it; nil if none did, or if the console stays and shows refusals itself.
  private(set) var refusal: String?
  /// The refusals while the console stays.
  private var refusals: [String] = []
  private var rest: ArraySlice<String>
  private var current: Int?

  package init(_ text: String = "", name: String = "script", leaves: Bool = false) {
    self.name = name
    rest = Self.lines(of: text)[...]
    self.leaves = leaves
  }

  /// The lines of a text, which end with LF or CR LF, including blank ones.
  static func lines(of text: String) -> [String] {
    var lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines.map { String(Substring($0.last == 0x0D ? $0.dropLast() : $0)) }
  }

  /// The next line that is neither blank nor a comment; nil at the end.
  mutating func next() -> String? {
    while let line = rest.popFirst() {
      current = rest.startIndex
      if !line.hasPrefix("#"), line.contains(where: { $0 != " " && $0 != "\t" }) { return line }
    }
    current = nil
    return nil
  }

  /// Records why the last line was refused, if it was; that ends a script that leaves, as later
  /// lines may depend on it.
  mutating func record(refusal: String?) {
    defer { current = nil }
    guard let current, let refusal else { return }
    let words = "\(name):\(current): \(refusal)"
    guard leaves else { return refusals.append(words) }
    self.refusal = words
    rest = []
  }

  /// Removes the refusals since the last call, as one message for a console that stays.
  mutating func removeRefusals() -> StatusMessage? {
    defer { refusals = [] }
    return refusals.isEmpty ? nil : .refusedLines(refusals)
  }
}
