import VirgaJSON
import VirgaManifest
import VirgaSource

/// A language server for manifests, configs and recipes, as a value: it gets messages and returns
/// messages.
///
/// Messages are handled in the order in which they arrive. What nobody waits for, the diagnostics,
/// is computed in small steps, and only while no message is waiting.
package struct LanguageServer {
  var workspace: Workspace
  /// What the client can do; as if it can do nothing before it says so.
  private(set) var client = ClientAbilities()
  var diagnostics = Diagnostics()
  let session: SessionConnection?
  /// Nil before they are asked for.
  var otherSymbols: OtherSymbols?
  private var life = Life.uninitialized
  /// The messages that wait to be handled.
  private var inbox: [Message] = []
  /// The messages that wait to be sent.
  private var outbox: [Message] = []
  /// The progress that the client shows; nil if it shows none.
  private var progress: Progress?
  /// The number of requests to the client so far.
  private var requestCount = 0
  /// The exit code once the client has asked the server to exit; nil before.
  package private(set) var exitCode: Int32?

  private enum Life {
    case uninitialized, running, shutDown
  }

  private struct Progress {
    let token: JSONValue
    /// Whether the token is that of the request that is handled next.
    let isOfRequest: Bool
  }

  package init(_ surroundings: ServerSurroundings, session: SessionConnection? = nil) {
    workspace = Workspace(surroundings)
    self.session = session
  }

  // MARK: Messages

  /// Adds a message to those that are handled by later steps.
  ///
  /// A cancelled request that still waits is answered at once.
  package mutating func receive(_ message: Message) {
    guard case .notification("$/cancelRequest", let params) = message else {
      inbox.append(message)
      return
    }
    let cancelled = inbox.firstIndex { waiting in
      if case .request(let id, _, _) = waiting { id == params["id"] } else { false }
    }
    guard let cancelled, case .request(let id, _, _) = inbox.remove(at: cancelled) else { return }
    if cancelled == inbox.startIndex { endProgressOfRequest() }
    outbox.append(.failure(id: id, RequestFailure(.cancelled, "cancelled")))
  }

  /// Answers bytes that are not a message.
  package mutating func refuse(_ failure: RequestFailure) {
    outbox.append(.failure(id: .null, failure))
  }

  /// Whether a step has something to do.
  package var hasWork: Bool {
    !outbox.isEmpty || !inbox.isEmpty || (life == .running && hasPendingDiagnostics)
  }

  /// Handles one message or, if none waits, one part of the diagnostics; returns the messages to
  /// send.
  package mutating func step() -> [Message] {
    if let next = inbox.first {
      // The client shows the beginning before the work is done, in the next step.
      if !beginProgress(of: next) { handleNext() }
    } else if life == .running, outbox.isEmpty {
      diagnoseNext()
    }
    let messages = outbox
    outbox = []
    return messages
  }

  /// Handles a message and everything that follows from it; returns the messages to send.
  package mutating func handle(_ message: Message) -> [Message] {
    receive(message)
    var sent: [Message] = []
    while hasWork { sent += step() }
    return sent
  }

  /// Adds a notification to the messages to send.
  mutating func notify(_ method: String, _ params: JSONValue) {
    outbox.append(.notification(method: method, params: params))
  }

  /// Adds a request to the client, whose answer is not needed, to the messages to send.
  private mutating func request(_ method: String, _ params: JSONValue) {
    requestCount += 1
    outbox.append(.request(id: .string("virga-\(requestCount)"), method: method, params: params))
  }

  /// Handles the first message that waits.
  private mutating func handleNext() {
    switch inbox.removeFirst() {
    case .request(let id, let method, let params):
      let answer: Message
      do throws(RequestFailure) {
        let result = try self.answer(method, params)
        answer = .response(id: id, result: result)
      } catch {
        answer = .failure(id: id, error)
      }
      endProgressOfRequest()
      outbox.append(answer)
    case .notification(let method, let params): receive(method, params)
    case .response, .failure: break
    }
  }

  // MARK: Requests

  /// The result of a request.
  private mutating func answer(
    _ method: String, _ params: JSONValue
  ) throws(RequestFailure) -> JSONValue {
    switch life {
    case .uninitialized:
      guard method == "initialize" else {
        throw RequestFailure(.notInitialized, "the client has not sent `initialize`")
      }
      return initialize(params)
    case .shutDown: throw RequestFailure(.invalidRequest, "the server is shut down")
    case .running: break
    }
    switch method {
    case "initialize": throw RequestFailure(.invalidRequest, "the server is initialized already")
    case "shutdown":
      life = .shutDown
      return .null
    case "textDocument/completion": return completions(try place(params))
    case "textDocument/hover": return hover(try place(params))
    case "textDocument/definition": return definition(try place(params))
    case "textDocument/references":
      let includesDeclaration = params["context"]?["includeDeclaration"]?.booleanValue ?? true
      return references(try place(params), includesDeclaration: includesDeclaration)
    case "textDocument/documentSymbol": return documentSymbols(try document(params))
    case "workspace/symbol": return workspaceSymbols(params["query"]?.stringValue ?? "")
    case "textDocument/prepareRename": return try prepareRename(try place(params))
    case "textDocument/rename":
      guard let name = params["newName"]?.stringValue else {
        throw RequestFailure(.invalidParams, "`newName` is missing")
      }
      return try rename(try place(params), to: name)
    case "textDocument/codeAction":
      return codeActions(try document(params), params["range"])
    case "workspace/executeCommand": return try execute(params)
    default: throw RequestFailure(.unknownMethod, "the server has no method `\(method)`")
    }
  }

  /// Notes what the client can do; returns what the server can do.
  private mutating func initialize(_ params: JSONValue) -> JSONValue {
    life = .running
    client = ClientAbilities(params)
    workspace.folders = client.folderURIs.compactMap { workspace.path(of: $0) }
    workspace.manifestOfSettings = client.manifest
    return [
      "capabilities": ServerAbilities.json(client.encoding, hasSession: session != nil),
      "serverInfo": ["name": "virga", "version": .string(workspace.surroundings.version)],
    ]
  }

  /// The open document that parameters name.
  func document(_ params: JSONValue) throws(RequestFailure) -> OpenDocument {
    guard let uri = params["textDocument"]?["uri"]?.stringValue else {
      throw RequestFailure(.invalidParams, "`textDocument` is missing")
    }
    guard let document = workspace.document(uri) else {
      throw RequestFailure(.invalidParams, "\(uri) is not open")
    }
    return document
  }

  /// The position that parameters name.
  private func place(_ params: JSONValue) throws(RequestFailure) -> DocumentPlace {
    let document = try document(params)
    guard let position = positions(in: document.source).position(params["position"]) else {
      throw RequestFailure(.invalidParams, "`position` is missing or wrong")
    }
    return DocumentPlace(document: document, position: position)
  }

  /// Converts the positions of a text.
  func positions(in source: SourceText) -> TextPositions { TextPositions(source, client.encoding) }

  // MARK: Notifications

  /// Handles a notification; an unknown one is ignored.
  private mutating func receive(_ method: String, _ params: JSONValue) {
    if method == "exit" {
      exitCode = life == .shutDown ? 0 : 1
      return
    }
    guard life == .running else { return }
    switch method {
    case "initialized": watchFiles()
    case "textDocument/didOpen": open(params["textDocument"] ?? .null)
    case "textDocument/didChange": change(params)
    case "textDocument/didClose": close(params["textDocument"]?["uri"]?.stringValue ?? "")
    case "textDocument/didSave": noteSave(params["textDocument"]?["uri"]?.stringValue ?? "")
    case "workspace/didChangeWatchedFiles": apply(FileChange.all(params))
    case "workspace/didChangeWorkspaceFolders": changeFolders(params["event"] ?? .null)
    case "workspace/didChangeConfiguration":
      client.read(settings: params["settings"])
      workspace.manifestOfSettings = client.manifest
      findNamedManifests()
    default: break
    }
  }

  /// Asks the client to say which manifests, configs and recipes change on disk.
  private mutating func watchFiles() {
    guard client.watchesFiles else { return }
    request(
      "client/registerCapability",
      [
        "registrations": [
          [
            "id": "virga-files", "method": "workspace/didChangeWatchedFiles",
            "registerOptions": ["watchers": [["globPattern": "**/*.{yaml,yml,json}"]]],
          ]
        ]
      ])
  }

  /// Adds a document that the client has opened; one that is not a file is ignored.
  private mutating func open(_ opened: JSONValue) {
    guard let uri = opened["uri"]?.stringValue, let path = workspace.path(of: uri),
      let text = opened["text"]?.stringValue
    else { return }
    let version = opened["version"]?.integerValue ?? 0
    workspace.open(OpenDocument(uri: uri, path: path, version: version, text: text))
    // The opened document may be one that configs are checked with.
    diagnostics.recheckConfigs()
    // The client may spell the URI of the file in another way than the server has.
    sendProblems(of: path)
    if isRulesFile(path) { recheckWithChangedRules() }
  }

  /// Changes the text of a document.
  private mutating func change(_ params: JSONValue) {
    let changed = params["textDocument"]
    guard let uri = changed?["uri"]?.stringValue, let path = workspace.path(of: uri) else { return }
    let version = changed?["version"]?.integerValue ?? 0
    let changes = params["contentChanges"]?.arrayValue ?? []
    let encoding = client.encoding
    workspace.change(path) { $0.apply(changes, version: version, encoding) }
    diagnostics.forgetConfig(path)
    if isRulesFile(path) { recheckWithChangedRules() }
  }

  /// Closes a document, and clears the problems that were shown because it was open.
  private mutating func close(_ uri: String) {
    guard let path = workspace.path(of: uri) else { return }
    let unused = workspace.close(path)
    forget(unused + [path])
    if isRulesFile(path) { recheckWithChangedRules() }
    if !hasPendingDiagnostics { endProgress() }
  }

  /// Clears the problems of manifests and configs that are no longer needed; the other configs are
  /// checked again, because they may need one of the manifests.
  mutating func forget(_ owners: [String]) {
    for owner in owners { publish([:], of: owner) }
    diagnostics.forget(owners)
    diagnostics.recheckConfigs()
  }

  // MARK: Progress

  /// Tells the client that manifests are loaded; false if it knows already, or shows no progress.
  ///
  /// - Parameter token: The token of the request that loads them; nil if it has none, or if nothing
  ///   was asked: then the client gets one.
  mutating func beginProgress(token: JSONValue? = nil) -> Bool {
    guard progress == nil,
      token != nil || client.showsProgress
    else { return false }
    let shown = token ?? .string("virga-loading-\(requestCount)")
    progress = Progress(token: shown, isOfRequest: token != nil)
    if token == nil { request("window/workDoneProgress/create", ["token": shown]) }
    notifyProgress(shown, ["kind": "begin", "title": "Loading manifests"])
    return true
  }

  /// Tells the client that the next message loads manifests; false if it does not, if the client
  /// knows already, or if it shows no progress.
  private mutating func beginProgress(of message: Message) -> Bool {
    guard life == .running,
      progress == nil,
      case .request(_, let method, let params) = message
    else { return false }
    let written = params["workDoneToken"] ?? .null
    let token = written.isNull ? nil : written
    guard token != nil || client.showsProgress else { return false }
    return loadsManifests(method, params) && beginProgress(token: token)
  }

  /// Ends the progress of a request before its answer; that of the diagnostics goes on while some
  /// are pending.
  private mutating func endProgressOfRequest() {
    guard let progress else { return }
    if progress.isOfRequest || !hasPendingDiagnostics { endProgress() }
  }

  /// Ends the progress that the client shows, if it shows any.
  mutating func endProgress() {
    guard let token = progress?.token else { return }
    progress = nil
    notifyProgress(token, ["kind": "end"])
  }

  private mutating func notifyProgress(_ token: JSONValue, _ value: JSONValue) {
    notify("$/progress", ["token": token, "value": value])
  }
}

/// A position in an open document.
struct DocumentPlace {
  let document: OpenDocument
  let position: SourcePosition
}
