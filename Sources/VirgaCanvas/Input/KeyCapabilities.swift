/// The key sequences in the terminal's description that the decoder does not know.
package enum KeyCapabilities {
  /// The sequences with their keys; `string` returns the string of a capability, such as `kcuu1`.
  package static func sequences(_ string: (String) -> String?) -> [[UInt8]: KeyPress] {
    var strings: [[UInt8]: KeyPress] = [:]
    for (capability, press) in capabilities {
      if let string = string(capability) { strings[Array(string.utf8)] = press }
    }
    return strings
  }

  private static var capabilities: [(String, KeyPress)] {
    var list: [(String, KeyPress)] = [
      ("kcuu1", KeyPress(.up)), ("kcud1", KeyPress(.down)), ("kcub1", KeyPress(.left)),
      ("kcuf1", KeyPress(.right)),
      ("khome", KeyPress(.home)), ("kend", KeyPress(.end)), ("kpp", KeyPress(.pageUp)),
      ("knp", KeyPress(.pageDown)),
      ("kich1", KeyPress(.insert)), ("kdch1", KeyPress(.delete)), ("kcbt", KeyPress(.backTab)),
      ("kent", KeyPress(.enter)), ("kri", KeyPress(.up, .shift)), ("kind", KeyPress(.down, .shift)),
    ]
    let modified: [(String, Key)] = [
      ("kUP", .up), ("kDN", .down), ("kLFT", .left), ("kRIT", .right), ("kHOM", .home),
      ("kEND", .end),
      ("kPRV", .pageUp), ("kNXT", .pageDown), ("kIC", .insert), ("kDC", .delete),
    ]
    for (name, key) in modified {
      list.append((name, KeyPress(key, .shift)))
      for number in 3...8 {
        list.append(("\(name)\(number)", KeyPress(key, Modifiers(rawValue: UInt8(number - 1)))))
      }
    }
    for number in 1...12 { list.append(("kf\(number)", KeyPress(.function(number)))) }
    return list
  }
}
