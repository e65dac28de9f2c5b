import Testing
import VirgaFiles
import VirgaJSON
import VirgaManifest
import VirgaResources
import VirgaSource
import VirgaTestSupport

@testable import VirgaLanguageServer

/// An editor of tests, on files in memory: it sends messages to a server, and keeps what comes
/// back.
struct TestEditor {
  /// The folder with the files, which the editor has open.
  static let folder = "/apps"

  private(set) var server: LanguageServer
  /// The diagnostics of each file, by its name in the folder.
  private(set) var diagnostics: [String: [JSONValue]] = [:]
  /// The notifications and requests of the server, in order.
  private(set) var received: [Message] = []
  private var texts: [String: String] = [:]
  private var versions: [String: Int64] = [:]
  private var requestCount: Int64 = 0
  /// The files on disk, by their absolute paths.
  private let disk: Locked<[String: [UInt8]]>
  /// The folders that the server has listed, in order.
  private let listed = Locked<[String]>([])

  /// An editor that has initialized its server.
  ///
  /// - Parameters:
  ///   - files: The texts on disk, by their names in the folder.
  ///   - settings: The initialization options.
  ///   - capabilities: What the editor can do.
  ///   - options: How manifests are loaded.
  init(
    _ files: [String: String] = SampleManifest.files, settings: JSONValue = [:],
    capabilities: JSONValue = [:], options: LoadingOptions = LoadingOptions(),
    session: SessionConnection? = nil
  ) {
    let paths = files.map { ("\(Self.folder)/\($0.key)", Array($0.value.utf8)) }
    disk = Locked(Dictionary(uniqueKeysWithValues: paths))
    var surroundings = ServerSurroundings(
      files: Self.files(disk), folders: Self.folders(disk, listed), options: options)
    surroundings.problemCodes = ["unused-type", "missing-metadata", "unknown-type"]
    surroundings.explanation = { code in "https://example.org/#\(code)" }
    texts = files
    server = LanguageServer(surroundings, session: session)
    _ = request(
      "initialize",
      [
        "rootUri": .string("file://\(Self.folder)"), "capabilities": capabilities,
        "initializationOptions": settings,
      ])
    notify("initialized", [:])
  }

  /// Reads the files of a disk that may change.
  private static func files(_ disk: Locked<[String: [UInt8]]>) -> FileReading {
    FileReading(
      read: { path throws(FileFailure) in
        guard let bytes = disk.withLock({ $0[path] }) else {
          throw FileFailure(path: path, reason: "No such file or directory")
        }
        return bytes
      },
      canonical: { FilePath.normalized($0) })
  }

  /// Lists the folders of a disk that may change, and notes which.
  private static func folders(
    _ disk: Locked<[String: [UInt8]]>, _ listed: Locked<[String]>
  ) -> FolderReading {
    FolderReading { folder in
      listed.withLock { $0.append(folder) }
      let paths = disk.withLock { Array($0.keys) }
      return FolderReading.memory(paths).list(folder)
    }
  }

  /// What a client can do that takes snippets and shows progress.
  static let fullCapabilities: JSONValue = [
    "general": ["positionEncodings": ["utf-8", "utf-16"]],
    "window": ["workDoneProgress": true],
    "textDocument": ["completion": ["completionItem": ["snippetSupport": true]]],
    "workspace": ["didChangeWatchedFiles": ["dynamicRegistration": true]],
  ]

  // MARK: Messages

  /// Sends a request; returns its result, or the failure as an object with `code` and `message`.
  mutating func request(_ method: String, _ params: JSONValue) -> JSONValue {
    requestCount += 1
    let id = JSONValue.integer(requestCount)
    let answers = server.handle(.request(id: id, method: method, params: params))
    note(answers)
    for answer in answers {
      switch answer {
      case .response(id, let result): return result
      case .failure(id, let failure):
        return ["code": .integer(failure.code.rawValue), "message": .string(failure.message)]
      default: break
      }
    }
    Issue.record("\(method) has no answer")
    return .null
  }

  mutating func notify(_ method: String, _ params: JSONValue) {
    note(server.handle(.notification(method: method, params: params)))
  }

  /// Keeps what the server sends without being asked.
  private mutating func note(_ messages: [Message]) {
    for message in messages {
      switch message {
      case .response, .failure: continue
      case .request: break
      case .notification(let method, let params):
        guard method == "textDocument/publishDiagnostics" else { break }
        let uri = params["uri"]?.stringValue ?? ""
        let name = uri.replacing("file://\(Self.folder)/", with: "")
        diagnostics[name] = params["diagnostics"]?.arrayValue
      }
      received.append(message)
    }
  }

  // MARK: Documents

  static func uri(_ name: String) -> JSONValue { .string("file://\(folder)/\(name)") }

  /// Opens a file with a text; with the one on disk if that is nil.
  mutating func open(_ name: String, _ text: String? = nil) {
    let text = text ?? texts[name] ?? ""
    texts[name] = text
    versions[name] = 1
    notify(
      "textDocument/didOpen",
      [
        "textDocument": [
          "uri": Self.uri(name), "languageId": "yaml", "version": 1, "text": .string(text),
        ]
      ])
  }

  /// Replaces the whole text of an open file.
  mutating func change(_ name: String, to text: String) {
    texts[name] = text
    change(name, [["text": .string(text)]])
  }

  /// Sends changes of an open file.
  mutating func change(_ name: String, _ changes: [JSONValue]) {
    let version = (versions[name] ?? 1) + 1
    versions[name] = version
    notify(
      "textDocument/didChange",
      [
        "textDocument": ["uri": Self.uri(name), "version": .integer(version)],
        "contentChanges": .array(changes),
      ])
  }

  mutating func close(_ name: String) {
    notify("textDocument/didClose", ["textDocument": ["uri": Self.uri(name)]])
  }

  // MARK: Disk

  /// Writes a file to disk, or deletes it if the text is nil, and reports the change if asked to.
  mutating func write(_ name: String, _ text: String?, isReported: Bool = true) {
    let path = "\(Self.folder)/\(name)"
    let isNew = disk.withLock { $0[path] == nil }
    disk.withLock { disk in disk[path] = text.map { Array($0.utf8) } }
    texts[name] = text
    guard isReported else { return }
    let kind: JSONValue
    switch (text, isNew) {
    case (nil, _): kind = 3
    case (_, true): kind = 1
    case (_, false): kind = 2
    }
    notify(
      "workspace/didChangeWatchedFiles", ["changes": [["uri": Self.uri(name), "type": kind]]])
  }

  mutating func save(_ name: String) {
    notify("textDocument/didSave", ["textDocument": ["uri": Self.uri(name)]])
  }

  /// How often the server has listed a folder.
  func listingCount(of folder: String) -> Int {
    listed.withLock { listed in listed.count { $0 == "\(Self.folder)/\(folder)" } }
  }

  /// How often a manifest was loaded; nil if the server does not keep it.
  func loadCount(of name: String) -> Int? {
    server.workspace.stored("\(Self.folder)/\(name)")?.revision
  }

  // MARK: Places

  /// Sends a request about the first place where a text is in an open file.
  ///
  /// The place is after `prefix`, which is directly before the text, and after `offset` of its
  /// characters.
  mutating func request(
    _ method: String, _ name: String, at text: String, after prefix: String = "", offset: Int = 1,
    adding more: JSONValue = [:]
  ) -> JSONValue {
    guard case .object(var params) = more else { return .null }
    params["textDocument"] = ["uri": Self.uri(name)]
    params["position"] = position(name, at: text, after: prefix, offset: offset)
    return request(method, .object(params))
  }

  /// The position of a text in an open file, as LSP has it; the files of tests are ASCII.
  func position(
    _ name: String, at text: String, after prefix: String = "", offset: Int = 1
  ) -> JSONValue {
    let whole = texts[name] ?? ""
    guard let range = whole.firstRange(of: prefix + text) else {
      Issue.record("\(name) has no \(prefix + text)")
      return .null
    }
    var before = String(whole[..<range.lowerBound])
    before += prefix
    before += text.prefix(offset)
    let lines = before.split(separator: "\n", omittingEmptySubsequences: false)
    let character = lines.last?.count ?? 0
    return ["line": .integer(Int64(lines.count - 1)), "character": .integer(Int64(character))]
  }

  /// Opens a text with the cursor at `‸`, and asks for completions there.
  mutating func completions(_ name: String, _ marked: String) -> [JSONValue] {
    let text = MarkedText(marked)
    let cursor = text.ranges.first?.start ?? .start
    open(name, text.text)
    let result = request(
      "textDocument/completion",
      [
        "textDocument": ["uri": Self.uri(name)],
        "position": [
          "line": .integer(Int64(cursor.line - 1)), "character": .integer(Int64(cursor.column - 1)),
        ],
      ])
    return result["items"]?.arrayValue ?? []
  }

  /// The labels of completions.
  mutating func labels(_ name: String, _ marked: String) -> [String] {
    completions(name, marked).compactMap { $0["label"]?.stringValue }
  }

  /// The text of a hover at the first place of a text; empty without one.
  mutating func hover(_ name: String, at text: String, after prefix: String = "") -> String {
    let answer = request("textDocument/hover", name, at: text, after: prefix)
    return answer["contents"]?["value"]?.stringValue ?? ""
  }

  /// The text of a range of LSP in a file of ASCII.
  func text(_ name: String, in range: JSONValue?) -> String {
    let source = SourceText(name: name, text: texts[name] ?? "")
    guard let range = TextPositions(source, .utf16).range(range) else { return "" }
    return source.text(in: range)
  }

  /// The problems of a file, each as `code: marked text`.
  func problems(_ name: String) -> [String] {
    (diagnostics[name] ?? []).map { diagnostic in
      "\(diagnostic["code"]?.stringValue ?? ""): \(text(name, in: diagnostic["range"]))"
    }
  }

  /// The codes of a file's problems.
  func codes(_ name: String) -> [String] {
    (diagnostics[name] ?? []).compactMap { $0["code"]?.stringValue }
  }
}

/// A manifest of tests that has a file for its types, and imports another module.
enum SampleManifest {
  static let app = """
    about:
      description: An app
      swift: { module: App, class: AppNimbus }
    channels: [nightly, release]
    includes:
      - types.fml.yaml
    imports:
      - path: menus/messages.fml.yaml
        channel: release
        features:
          messaging:
            - value:
                tone: loud
    features:
      app-menu:
        description: The menu
        contacts: [a@example.org]
        meta-bug: https://example.org/bug
        documentation: [{ name: Read, url: "https://example.org" }]
        variables:
          rows:
            description: How many rows
            type: Int
            default: 3
          side:
            description: Where it is
            type: Side
            default: left
          shown:
            description: What it shows
            type: Map<Side, Boolean>
            default: { left: true, right: false }
          card:
            description: The card
            type: Card
            default: { title: Hello }
        defaults:
          - channel: nightly
            value:
              rows: 5
              side: right

    """

  static let types = """
    enums:
      Side:
        description: A side
        variants:
          left: { description: On the left }
          right: { description: On the right }
    objects:
      Card:
        description: A card
        fields:
          title: { description: Its title, type: String, default: none }
          place: { description: Its place, type: Option<Side>, default: null }

    """

  static let messages = """
    about:
      description: Messages
      swift: { module: Messages, class: MessagesNimbus }
    channels: [release]
    features:
      messaging:
        description: Messages
        contacts: [a@example.org]
        meta-bug: https://example.org/bug
        documentation: [{ name: Read, url: "https://example.org" }]
        variables:
          tone:
            description: How it sounds
            type: Tone
            default: quiet
    enums:
      Tone:
        description: A tone
        variants:
          quiet: { description: Low }
          loud: { description: High }

    """

  /// The files, with examples of the feature in files of their own: one whole, and the value of
  /// one.
  static let filesWithExamples: [String: String] = {
    let examples = """
          examples:
            - path: examples/rows.yaml
            - { name: Plain, path: examples/plain.yaml }
          defaults:

      """
    var all = files
    all["app.fml.yaml"] = app.replacing("    defaults:\n", with: examples)
    all["examples/rows.yaml"] = "name: Rows\nvalue:\n  rows: 9\n"
    all["examples/plain.yaml"] = "rows: 8\n"
    return all
  }()

  static let files = [
    "app.fml.yaml": app, "types.fml.yaml": types, "menus/messages.fml.yaml": messages,
  ]

  /// A manifest beside the app that includes the same types.
  static let other = """
    channels: [nightly]
    includes: [types.fml.yaml]
    features:
      menu:
        description: Another menu
        variables:
          side: { description: Where it is, type: Side, default: left }

    """

  /// The same files in folders beside each other: the app imports `../menus/messages.fml.yaml`.
  static func siblings(in folder: String = "app") -> [String: String] {
    let messagesFile = "menus/messages.fml.yaml"
    return [
      "\(folder)/app.fml.yaml": app.replacing(messagesFile, with: "../\(messagesFile)"),
      "\(folder)/types.fml.yaml": types, messagesFile: messages,
    ]
  }
}
