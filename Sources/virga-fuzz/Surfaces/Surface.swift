import CVirgaPlatform

/// A reader of hand-written text, with valid texts and significant words.
struct Surface {
  /// Its name on the command line and in file names.
  let name: String
  /// The initial texts.
  let seeds: [String]
  /// Words to insert.
  let words: [String]
  /// Reads a text in every way that the program does; a crash, a failed precondition or slowness is
  /// a failure.
  let read: (_ text: [UInt8]) -> Void

  /// Every surface.
  static var all: [Surface] {
    [manifest, type, config, documents, yaml, json, expression, recipes, terminal, editor]
      + files
  }

  /// Writes the words as a dictionary `NAME.words` and the seeds into a folder `NAME`, and returns
  /// that folder's path; nil if they cannot be written.
  func write(to folder: String) -> String? {
    let corpus = "\(folder)/\(name)"
    _ = (mkdir(folder, 0o755), mkdir(corpus, 0o755))
    let dictionary = words.map { "\"" + $0.utf8.map(Self.escaped).joined() + "\"\n" }.joined()
    let files =
      [("\(folder)/\(name).words", dictionary)]
      + seeds.enumerated().map { ("\(corpus)/seed-\($0)", $1) }
    return files.allSatisfy(Self.write) ? corpus : nil
  }

  /// A byte as libFuzzer's dictionaries spell it.
  private static func escaped(_ byte: UInt8) -> String {
    let hex = String(byte, radix: 16)
    return "\\x" + (hex.count == 1 ? "0" : "") + hex
  }

  private static func write(_ path: String, _ text: String) -> Bool {
    guard let file = fopen(path, "w") else { return false }
    defer { fclose(file) }
    return fputs(text, file) >= 0
  }
}
