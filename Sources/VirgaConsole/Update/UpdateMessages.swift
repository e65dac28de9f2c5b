import VirgaSource

extension StatusMessage {
  static func nothingFor(_ keys: String, means key: String, _ title: String) -> Self {
    refusal("\(keys) does nothing here; \(key) is \(title)")
  }
  static func nothingFor(_ keys: String, in panel: String, _ title: String) -> Self {
    refusal("\(keys) does nothing here; in \(panel): \(title)")
  }
  static func nothingFor(_ keys: String, list key: String) -> Self {
    refusal("\(keys) does nothing here; \(key) lists the keys")
  }
  static let alreadyListed = refusal("already listed")
  static func noKey(_ name: String) -> Self {
    refusal("there is no key called \(name); keys are written as in `?`, such as Ctrl-S or F8")
  }
  static let nothingTakesText = refusal("nothing takes text here")
  static let noSuchText = refusal("no text of that kind is being typed")
  static let cannotPaste = refusal("cannot paste here; press / or : first")

  static let noListOpen = refusal("no list is open")
  static let listClosed = info("the list closed because its subject changed")
  static let emptyList = refusal("the list is empty")
  static func notListed(_ text: String) -> Self { refusal("nothing in the list contains “\(text)”") }
  static func onlyInformation(_ line: String) -> Self {
    refusal("“\(line)” is only information; there is nothing to run")
  }
  static func lineGone(_ line: String) -> Self { refusal("“\(line)” is gone; the cursor is on another line now") }
  static func noChoice(_ number: Int, of count: Int) -> Self {
    count == 0 ? emptyList : refusal("name a choice from 1 to \(count), not \(number)")
  }

  static let onlyCommandLine = refusal("only the command line is completed")
  static let fileExpected = refusal("type the name of a file, or choose one")
  static func noFile(_ name: String, in folder: String) -> Self {
    refusal("there is no file \(name)\(folder.isEmpty ? "" : " in \(folder)")")
  }
  static func folder(_ name: String) -> Self { info("\(name) is a folder: type or choose a name in it") }
}

extension StatusMessage {
  static let rereading = info("reading the manifest again")
  static func nothingRead(read key: String) -> Self { info("nothing was read; \(key) reads the manifest") }
  static func readingCanceled(read key: String) -> Self {
    info("reading was canceled and the old state stays; \(key) reads again")
  }
  static let cannotRead = failure("the manifest could not be read")
  static let broken = failure("the files on disk are broken; this is the last good state")
  static let goodAgain = recovery("the files on disk are good again")
  static let reloaded = info("reloaded the manifest")
  static func unreadFiles(_ files: [String]) -> Self {
    failure("some files could not be read, so their contents are missing: \(files.joined(separator: ", "))")
  }

  static func read(_ manifest: String, files: Int, features: Int, problems: [(Problem.Severity, Int)]) -> Self {
    let found = problems.filter { $1 > 0 }.map { $1.pluralizing($0.rawValue) }
    let words = found.isEmpty ? "no problems" : found.joined(separator: ", ")
    return info("read \(manifest): \(files.pluralizing("file")), \(features.pluralizing("feature")), \(words)")
  }
  static func safe(inMemory isInMemory: Bool) -> Self {
    info("changes stay in \(isInMemory ? "memory" : "this session's file"); no server and no shipped app is touched")
  }

  static func mouse(isOn: Bool) -> Self {
    info(isOn ? "mouse on: the console uses it" : "mouse off: the terminal uses it")
  }
  /// - Parameter undo: The key and the title of the command that may have been meant.
  static func suspended(by key: String, undo: (key: String, title: String)?) -> Self {
    position("\(key) returns to the shell, if there is one\(undo.map { "; \($0.key) is \($0.title)" } ?? "")")
  }
  static let noMessages = refusal("no messages yet")
  static func noMessage(_ number: String) -> Self { refusal("no message has the number \(number)") }
}
