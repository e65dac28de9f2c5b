import VirgaJSON
import VirgaSource

// What nimbus-fml refuses and virga accepts.
extension FileReader {
  /// Records that nimbus-fml refuses a node, if the loader was asked to report such nodes.
  mutating func reportExtension(_ what: String, at value: WrittenValue) {
    guard reportsExtensions else { return }
    report(.warning, "nimbus-fml-refuses", "nimbus-fml refuses \(what)", at: value)
  }

  /// Notes each of the keys whose value is null: nimbus-fml needs a list or an object there.
  mutating func checkNulls<Key: ManifestKey>(_ fields: Fields<Key>, _ keys: [Key]) {
    guard reportsExtensions else { return }
    for key in keys {
      guard let value = fields.written(key), value.kind == .null else { continue }
      reportExtension("a null for `\(key.canonicalSpelling)`: leave the key out", at: fields.keyNode(key) ?? value)
    }
  }

  /// Notes spellings of types that nimbus-fml does not know.
  ///
  /// Source of the rule: FML: Grammar.
  mutating func checkSpelling(of type: WrittenName?) {
    guard reportsExtensions, let type else { return }
    if type.text.utf8.count(where: { $0 == UInt8(ascii: "<") }) > 1 {
      reportExtension("types with more than one level of `<`: `\(type.text)`", at: type.written)
    }
    if type.text.contains("?") { reportExtension("`?`: write `Option<…>`", at: type.written) }
    let words = type.text.split { "<>,? ".contains($0) }
    if words.contains("Double") { reportExtension("the type `Double`", at: type.written) }
  }
}
