/// The key sequences in the terminal's description, of which the decoder may not know all.
package enum KeyCapabilities {
  /// The sequences with their keys; `string` returns the string of a capability, such as `kcuu1`.
  package static func sequences(_ string: (String) -> String?) -> [[UInt8]: KeyPress] {
    var strings: [[UInt8]: KeyPress] = [:]
    for (capability, press) in capabilities {
      if let sequence = string(capability) { strings[Array(sequence.utf8)] = press }
    }
    return strings
  }

  /// The names of capabilities with their keys: `kcuu1` is Up, `kUP` Shift-Up, `kUP5` Ctrl-Up.
  private static var capabilities: [(name: String, press: KeyPress)] {
    var list: [(name: String, press: KeyPress)] = [
      ("kcuu1", KeyPress(.up)), ("kcud1", KeyPress(.down)), ("kcub1", KeyPress(.left)),
      ("kcuf1", KeyPress(.right)),
      ("khome", KeyPress(.home)), ("kend", KeyPress(.end)), ("kpp", KeyPress(.pageUp)),
      ("knp", KeyPress(.pageDown)),
      ("kich1", KeyPress(.insert)), ("kdch1", KeyPress(.delete)), ("kcbt", KeyPress(.backTab)),
      ("kent", KeyPress(.enter)), ("kri", KeyPress(.up, .shift)), ("kind", KeyPress(.down, .shift)),
    ]
    let keysWithModifiers: [(String, Key)] = [
      ("kUP", .up), ("kDN", .down), ("kLFT", .left), ("kRIT", .right), ("kHOM", .home),
      ("kEND", .end),
      ("kPRV", .pageUp), ("kNXT", .pageDown), ("kIC", .insert), ("kDC", .delete),
    ]
    for (name, key) in keysWithModifiers {
      list.append((name, KeyPress(key, .shift)))
      // The number is that of the modifiers in a report, the bits plus one; 2, Shift, has no
      // number.
      for number in 3...8 {
        let modifiers = ReportedModifiers(parameter: number).usable
        list.append(("\(name)\(number)", KeyPress(key, modifiers)))
      }
    }
    for number in 1...12 { list.append(("kf\(number)", KeyPress(.function(number)))) }
    return list
  }
}
