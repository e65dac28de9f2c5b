/// A reader of hand-written text, with valid texts and significant words.
struct Surface {
  /// Its name in the output and in file names.
  let name: String
  /// The initial texts.
  let seeds: [String]
  /// Words to insert.
  let words: [String]
  /// Reads a text in every way that the program does.
  ///
  /// A crash or slowness is a failure.
  let read: (_ text: [UInt8]) -> Void

  /// Every surface.
  static var all: [Surface] { [manifest, type, config, documents, json, expression, recipes] + files }
}
