import VirgaFiles
import VirgaJSON
import VirgaLanguageServer
import VirgaResources
import VirgaSource

/// The language server: the time from a letter to an answer, and its memory.
enum LanguageServerRows {
  static func rows(_ inputs: Inputs, _ options: Options) -> [Row] {
    let measured = inputs.all + [inputs.manyFiles].compactMap(\.self)
    return measured.flatMap { rows($0, options) }
  }

  private static func rows(_ input: Input, _ options: Options) -> [Row] {
    let isLarge = input.size > 500_000
    let bound: Double = isLarge ? 200 : 50
    let memoryBound: Double = isLarge ? 100 : 60
    let sampling = options.sampling
    func answer(to method: String) -> Double? {
      guard var editor = ServedEditor(input) else { return nil }
      return sampling.time { editor.typeAndAsk("textDocument/\(method)") }
    }
    return [
      Row("lsp: letter to completion", on: input.name, .milliseconds, .bound(bound)) {
        answer(to: "completion")
      },
      Row("lsp: letter to hover", on: input.name, .milliseconds, .bound(bound)) {
        answer(to: "hover")
      },
      Row("lsp: letter to definition", on: input.name, .milliseconds, .bound(bound)) {
        answer(to: "definition")
      },
      Row("lsp: letter to all problems", on: input.name, .milliseconds) {
        guard var editor = ServedEditor(input) else { return nil }
        return sampling.time { editor.typeAndCheck() }
      },
      Row("virga lsp, peak memory", on: input.name, .mebibytes, .bound(memoryBound)) {
        peakMemory(input, options)
      },
    ]
  }

  /// The peak memory of the program while it opens a manifest and finds all of its problems.
  private static func peakMemory(_ input: Input, _ options: Options) -> Double? {
    guard let opening = ServedEditor.opening(input) else { return nil }
    // Not beside the manifests, whose folder must not change.
    let folder = FilePath.joined(Inputs.folder, "../messages")
    let start = TextFile.write(opening, to: "\(folder)/\(input.name).start")
    let end = TextFile.write(ServedEditor.ending, to: "\(folder)/\(input.name).end")
    // The problems are found while nothing is sent.
    let script = "{ cat \"$1\"; sleep 3; cat \"$2\"; } | \"$0\" lsp"
    let words = ["sh", "-c", script, options.program, start, end]
    return WholeProcess.peak(words, launcher: options.own)
  }
}

/// An editor in memory with a manifest open in a server.
private struct ServedEditor {
  private var server: LanguageServer
  private let uri: String
  /// The end of a description in the middle of the text, where letters are typed.
  private let position: JSONValue
  private var version: Int64 = 1

  init?(_ input: Input) {
    guard let opened = Opened(input) else { return nil }
    uri = opened.uri
    position = opened.position
    server = LanguageServer(ServerSurroundings(files: .disk(), folders: .disk))
    for message in opened.messages { _ = server.handle(message) }
  }

  /// Types a letter, and asks about the place; returns when the answer is there.
  mutating func typeAndAsk(_ method: String) {
    type()
    server.receive(.request(id: 1, method: method, params: place))
    var isAnswered = false
    while !isAnswered, server.hasWork {
      for message in server.step() {
        if case .response(1, _) = message { isAnswered = true }
      }
    }
  }

  /// Types a letter, and returns when all problems are known.
  mutating func typeAndCheck() {
    type()
    while server.hasWork { keep(server.step()) }
  }

  private mutating func type() {
    version += 1
    let change: JSONValue = ["range": ["start": position, "end": position], "text": "x"]
    server.receive(
      .notification(
        method: "textDocument/didChange",
        params: [
          "textDocument": ["uri": .string(uri), "version": .integer(version)],
          "contentChanges": [change],
        ]))
  }

  private var place: JSONValue { ["textDocument": ["uri": .string(uri)], "position": position] }

  /// The bytes with which a client opens a manifest.
  static func opening(_ input: Input) -> [UInt8]? {
    Opened(input)?.messages.flatMap { FrameEncoder.bytes(of: $0) }
  }

  /// The bytes with which a client ends the server.
  static var ending: [UInt8] {
    let messages: [Message] = [
      .request(id: 2, method: "shutdown", params: .null),
      .notification(method: "exit", params: .null),
    ]
    return messages.flatMap { FrameEncoder.bytes(of: $0) }
  }

  /// A manifest as a client opens it.
  private struct Opened {
    let uri: String
    let position: JSONValue
    let messages: [Message]

    /// A manifest with the first of its files that has a description in its second half.
    init?(_ input: Input) {
      for path in [input.path] + input.files {
        guard let bytes = try? FileReading.disk().read(path) else { continue }
        let source = SourceText(name: path, bytes: bytes)
        guard let position = Self.endOfDescription(in: source) else { continue }
        self.init(source, at: position, in: FilePath.folder(of: input.path))
        return
      }
      return nil
    }

    /// The end of the first line with a description in the second half of a text.
    private static func endOfDescription(in source: SourceText) -> SourcePosition? {
      let middle = source.position(at: source.bytes.count / 2).line
      let lineCount = source.position(at: source.bytes.count).line
      let isDescription = { (line: Int) in source.line(line).contains("description: ") }
      let line = (middle..<max(middle, lineCount)).first(where: isDescription)
      return line.map { line in
        source.position(at: source.offset(of: SourcePosition(line: line, column: Int.max)))
      }
    }

    /// A file with a place in it, and the folder that the client has open.
    private init(_ source: SourceText, at place: SourcePosition, in folder: String) {
      uri = DocumentURI.uri(of: source.name)
      position = TextPositions(source, .utf16).json(place)
      messages = [
        .request(
          id: 0, method: "initialize",
          params: ["rootUri": .string(DocumentURI.uri(of: folder))]),
        .notification(method: "initialized", params: [:]),
        .notification(
          method: "textDocument/didOpen",
          params: [
            "textDocument": [
              "uri": .string(uri), "version": 1,
              "text": .string(String(decoding: source.bytes, as: UTF8.self)),
            ]
          ]),
      ]
    }
  }
}
