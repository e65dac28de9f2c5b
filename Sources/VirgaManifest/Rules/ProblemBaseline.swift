import VirgaFiles
import VirgaJSON
package import VirgaSource

/// The known problems of an old project, which do not count.
///
/// Rule: VirgaManifest/ProjectRules.
package struct ProblemBaseline: Sendable {
  /// Finds the names of files in a baseline, so that they are the same from every working folder.
  package struct Folders: Sendable {
    /// The folder of the baseline's file; an absolute path.
    let baselineFolder: String
    /// The folder that the files of problems are relative to; an absolute path.
    let workingFolder: String

    package init(baseline: String, working: String) {
      baselineFolder = baseline
      workingFolder = working
    }

    /// The path of a problem's file from the folder of the baseline; a URL, `@owner/name/path` and
    /// `-`, which is standard input, as they are.
    fileprivate func path(of file: String) -> String {
      let isElsewhere = file == "-" || file.contains("://") || file.hasPrefix("@")
      if isElsewhere { return file }
      return FilePath.relative(FilePath.joined(workingFolder, file), to: baselineFolder)
    }
  }

  /// A problem without its position.
  private struct Entry: Hashable, Sendable {
    let file: String
    let code: String
    let path: String
    let message: String

    /// An entry read from a baseline, which has its message without line numbers already.
    init(file: String, code: String, path: String, message: String) {
      self.file = file
      self.code = code
      self.path = path
      self.message = message
    }

    /// The entry of a problem: its file from the folder of the baseline, and its message without
    /// line numbers, which change more often than the problem.
    init(_ problem: Problem, _ folders: Folders) {
      file = problem.location.map { folders.path(of: $0.file) } ?? ""
      code = problem.code.description
      path = problem.path
      message = problem.message.withoutPositions
    }

    /// The parts in the order in which a baseline is sorted.
    var parts: [String] { [file, code, path, message] }

    /// The entry as an object of the file.
    var json: JSONValue {
      [
        "file": .string(file), "code": .string(code), "path": .string(path),
        "message": .string(message),
      ]
    }
  }

  /// How many problems of each entry are known and not found yet.
  private var remainingCounts: [Entry: Int] = [:]
  private let folders: Folders

  /// Reads the text of a baseline.
  ///
  /// Equal entries are counted, because each one covers one problem: `consumeEntry(of:)` counts
  /// down from there.
  ///
  /// - Parameter folders: The folder of the baseline, from which it names files, and the working
  ///   folder, from which problems name them.
  /// - Throws: The mistakes in it, with their positions.
  package init(_ source: SourceText, _ folders: Folders) throws(Problems) {
    self.folders = folders
    let text = LocatedText.json(source)
    guard text.problems.isEmpty else { throw Problems(text.problems) }
    guard let written = text.written, written.kind == .object else {
      let notBaseline = Problem(
        .error, "bad-baseline", "not a baseline; write one with --write-baseline",
        at: SourceLocation(startOf: source.name))
      throw Problems([notBaseline])
    }
    for entry in try Self.entries(in: written) { remainingCounts[entry, default: 0] += 1 }
  }

  /// The entries of a baseline; throws if some cannot be read.
  private static func entries(in written: LocatedValue) throws(Problems) -> [Entry] {
    let reader = ObjectReader(written)
    var entries: [Entry] = []
    // The reader records a missing list and missing members as problems, so the result is not
    // needed.
    _ = reader.objects("problems", isRequired: true) { object in
      guard let file = object.required("file", .text),
        let code = object.required("code", .text),
        let path = object.required("path", .text),
        let message = object.required("message", .text)
      else { return }
      entries.append(Entry(file: file, code: code, path: path, message: message))
    }
    guard reader.problems.isEmpty else { throw Problems(reader.problems) }
    return entries
  }

  /// Uses up the entry of a problem; returns whether there was one, so that the problem is known.
  ///
  /// Each entry covers one problem: a second one with the same words needs a second entry.
  package mutating func consumeEntry(of problem: Problem) -> Bool {
    let entry = Entry(problem, folders)
    guard let count = remainingCounts[entry], count > 0 else { return false }
    remainingCounts[entry] = count - 1
    return true
  }

  /// The text of a baseline in which `problems` are known.
  package static func text(of problems: [Problem], _ folders: Folders) -> String {
    let entries = problems.map { Entry($0, folders) }
    // Sorted, so that versions of the file can be compared.
    let sorted = entries.sorted { $0.parts.lexicographicallyPrecedes($1.parts) }
    let object: JSONValue = ["problems": .array(sorted.map(\.json))]
    return object.pretty() + "\n"
  }
}

extension String {
  /// The text without the line numbers that messages have: `first on line 12`, `a.fml.yaml:3:5`.
  ///
  /// Only digits after `line `, or after the colon that ends a file name, are left out; numbers of
  /// values stay, as in `{"a":5}`.
  fileprivate var withoutPositions: String {
    var text: [UInt8] = []
    var isInPosition = false
    for byte in utf8 {
      let isDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      if isDigit, isInPosition || text.endsBeforePosition {
        isInPosition = true
        continue
      }
      isInPosition = false
      text.append(byte)
    }
    return String(decoding: text, as: UTF8.self)
  }
}

extension [UInt8] {
  /// Whether a number that follows these bytes is that of a line or a column: after `line `, and
  /// after the colon in `yaml:` or `yaml::`.
  fileprivate var endsBeforePosition: Bool {
    let word = "line ".utf8
    if suffix(word.count).elementsEqual(word) { return true }
    guard last == UInt8(ascii: ":"), let before = dropLast().last else { return false }
    let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(before)
    // Of `yaml:3:5` only `yaml::` is left before the second number, because the first was left out.
    return isLetter || before == UInt8(ascii: ":")
  }
}
