import VirgaJSON
import VirgaSource

extension LocatedText {
  /// Reads JSON with the limits of ``JSONValue``.
  static func json(_ text: String, name: String = "-") -> LocatedText {
    json(SourceText(name: name, text: text), limits: JSONLimits())
  }
}
