/// Something that reads what people write, with texts that it understands and words that matter to it.
struct Surface {
  /// Its name in the table and in the names of files.
  let name: String
  /// Texts to begin with.
  let seeds: [String]
  /// Words to put in.
  let words: [String]
  /// Reads a text in every way that the program does; a fault is a crash or takes long.
  let read: (_ text: [UInt8]) -> Void

  /// Every surface.
  static var all: [Surface] { [manifest, type, config, documents, json, expression, recipes] + files }
}
