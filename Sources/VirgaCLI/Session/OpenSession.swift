import ArgumentParser
import VirgaJSON
import VirgaManifest
import VirgaRuntime
import VirgaSDK
import VirgaSession
import VirgaSource
import VirgaWorkbench

/// An open session, and what is needed to change it.
final class OpenSession {
  let path: String
  /// The session's store; in memory until a file is created.
  private(set) var store: SessionStore
  let manifest: Manifest?
  private let begins: Bool
  private let makeFile: () throws(StoreFailure) -> SessionStore
  private var needsFile: Bool

  /// A session opened without creating a file; `makeFile` creates it.
  ///
  /// - Parameter begins: Whether it is a session of the demo, which starts with recipes.
  init(
    _ store: SessionStore, manifest: Manifest?, begins: Bool,
    makeFile: @escaping () throws(StoreFailure) -> SessionStore
  ) throws(StoreFailure) {
    path = store.path
    self.manifest = manifest
    self.begins = begins
    self.makeFile = makeFile
    needsFile = store.isInMemory && store.path != SessionStore.inMemory
    self.store = store
    self.store = try begun(store)
  }

  private func begun(_ store: SessionStore) throws(StoreFailure) -> SessionStore {
    guard begins, let manifest else { return store }
    do {
      return try DemoManifest.filled(store, manifest: manifest)
    } catch {
      throw error as? StoreFailure ?? .unusable(store.path, reason: "\(error)")
    }
  }

  /// Creates the file if it does not exist yet.
  ///
  /// - Throws: ``StoreFailure`` if the file cannot be created.
  func kept() throws(StoreFailure) -> SessionStore {
    guard needsFile else { return store }
    needsFile = false
    let made = try makeFile()
    do throws(StoreFailure) {
      store = try begun(made)
    } catch {
      Self.discard(made)
      throw error
    }
    return store
  }

  private static func discard(_ store: SessionStore) {
    if (try? store.isUntouched()) == true { store.removeFile() }
  }

  /// Returns the second operation; a refusal creates no file.
  @discardableResult
  func perform(
    first: (Session) throws -> SessionOperation? = { _ in nil },
    _ make: (Session) throws -> SessionOperation?
  ) throws -> SessionOperation? {
    if needsFile {
      try store.perform(first)
      try store.perform(make)
    }
    let isNew = needsFile
    let store = try kept()
    do {
      try store.perform(first)
      return try store.perform(make)
    } catch let failure as StoreFailure {
      if isNew { Self.discard(store) }
      throw failure
    }
  }

  /// The targeting attributes that the session sets.
  var attributeNames: Set<Name> {
    Set(naming: store.session.keys.filter { $0.kind == .context }.map(\.name))
  }

  func operationContext() -> OperationContext {
    var operationContext = OperationContext(
      manifest: manifest, time: Machine.now(), process: Machine.process,
      newClientID: ClientID.random())
    operationContext.readOnlyReason = store.restriction?.description
    return operationContext
  }

  /// Undoes or redoes the given or next operation, and prints it after a verb in past tense.
  func step(
    _ number: Int64?, _ output: FormatOption, _ verb: (present: String, past: String),
    _ body: (SessionStore, SessionOperation?) throws -> SessionOperation?
  ) throws {
    try report(output, as: { "\(verb.past) “\($0)”" }) {
      guard let done = try body(store, number.map(operation)) else {
        throw Refusal("nothing to \(verb.present)")
      }
      return done
    }
  }

  /// - Throws: A ``Refusal`` if there is none, ``StoreFailure`` if the history cannot be read.
  private func operation(_ number: Int64) throws -> SessionOperation {
    try store.readHistory()
    guard let found = store.session.operations.first(where: { $0.id == number }) else {
      throw Refusal("the session has no operation \(number)")
    }
    return found
  }

  func perform(
    _ output: FormatOption, on feature: String? = nil,
    _ make: (Operations) throws -> SessionOperation
  ) throws {
    let operationContext = operationContext()
    try report(output, on: feature) {
      try perform { session in try make(session.operations(in: operationContext)) }
    }
  }

  /// Prints the operation that `body` returns, or its refusal; setting what is in effect already is
  /// not an error.
  ///
  /// - Parameters:
  ///   - feature: A feature that must exist; if it is unknown, the manifest's errors may be why.
  ///   - sentence: What is printed for a label.
  func report(
    _ output: FormatOption, on feature: String? = nil, as sentence: (String) -> String = { $0 },
    _ body: () throws -> SessionOperation?
  ) throws {
    do {
      guard let operation = try body() else { return }
      output.isJSON ? Output.json(.object(operation.json)) : Output.line(sentence(operation.label))
    } catch let failure as StoreFailure {
      throw Self.failed(failure)
    } catch let refusal as Refusal where refusal.isUnchanged {
      let answer: JSONValue = ["operation": .null, "label": .string(refusal.description)]
      output.isJSON ? Output.json(answer) : Output.line(refusal.description)
    } catch let refusal as Refusal {
      let isUnknown = feature.map { manifest?.feature($0) == nil } ?? false
      let errors = isUnknown ? manifest?.problems.filter { $0.severity == .error } ?? [] : []
      let problems =
        refusal.problems.isEmpty
        ? [Problem(.error, "refused", refusal.description)] : refusal.problems
      if output.isJSON {
        Output.json(["problems": .array((errors + problems).map(\.json))])
      } else {
        Output.remark(errors)
        Output.remark("error: \(refusal)")
      }
      throw ExitCode.problems
    }
  }

  /// Ends the program on system errors.
  static func trying<Value>(_ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let failure as StoreFailure {
      throw failed(failure)
    }
  }

  static func failed(_ failure: StoreFailure) -> ExitCode {
    if case .locked = failure {
      Output.remark("error: \(failure); nothing was changed, try again")
    } else {
      Output.remark("error: \(failure)")
    }
    return .couldNotRun
  }
}
