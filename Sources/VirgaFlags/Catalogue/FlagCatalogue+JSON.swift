import VirgaJSON
import VirgaSource

extension FlagCatalogue {
  /// The catalogue that a JSON text says, as `virga flags init --format json` writes it.
  ///
  /// A flag with an error is left out, the others apply; ``problems`` says what is wrong and where in the text, which
  /// `name` names.
  public static func read(json text: String, name: String = "flags.json") -> FlagCatalogue {
    read(json: Array(text.utf8), name: name)
  }

  /// The catalogue that the bytes of a JSON text say.
  public static func read(json bytes: [UInt8], name: String = "flags.json") -> FlagCatalogue {
    read(.json(SourceText(name: name, bytes: bytes)), name: name)
  }
}
