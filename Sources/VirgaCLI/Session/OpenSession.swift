import ArgumentParser
import VirgaJSON
import VirgaManifest
import VirgaRuntime
import VirgaSDK
import VirgaSession
import VirgaSource
import VirgaWorkbench

/// A session that a subcommand reads or changes.
///
/// A session without a file is in memory at first; the first successful operation creates its file.
final class OpenSession {
  let path: String
  /// The session's store; in memory until a file is created.
  private(set) var store: SessionStore
  /// The session's manifest; nil if it has none or cannot be read.
  let manifest: Manifest?
  /// Whether the session starts with the demo's recipes and client if it is new.
  private let addsDemo: Bool
  /// Whether neither a manifest nor a session was named, so that it is the session of the demo.
  var isDemoByDefault = false
  /// Opens the store again, and creates its file.
  private let makeFile: () throws(StoreFailure) -> SessionStore
  /// Whether the session's file must be created before something can be stored in it.
  private var needsFile: Bool

  /// Uses a store that was opened without creating a file; `makeFile` creates it.
  ///
  /// - Parameter addsDemo: Whether it is a session of the demo, which starts with recipes.
  init(
    _ store: SessionStore, manifest: Manifest?, addsDemo: Bool,
    makeFile: @escaping () throws(StoreFailure) -> SessionStore
  ) throws(StoreFailure) {
    path = store.path
    self.manifest = manifest
    self.addsDemo = addsDemo
    self.makeFile = makeFile
    // Without its file, the store is in memory until the file is made. With `:memory:` no file was
    // asked for.
    needsFile = store.isInMemory && store.path != SessionStore.inMemory
    // The method below can only be called once every property is set.
    self.store = store
    self.store = try addingDemo(to: store)
  }

  /// The store, to which the demo's recipes and client are added if the session starts with them.
  private func addingDemo(to store: SessionStore) throws(StoreFailure) -> SessionStore {
    guard addsDemo, let manifest else { return store }
    do {
      return try DemoManifest.filled(store, manifest: manifest)
    } catch {
      throw error as? StoreFailure ?? .unusable(store.path, reason: "\(error)")
    }
  }

  /// The store of the session's file, which is created if needed; with `:memory:`, the store in
  /// memory.
  ///
  /// - Throws: ``StoreFailure`` if the file cannot be created.
  func storeInFile() throws(StoreFailure) -> SessionStore {
    guard needsFile else { return store }
    needsFile = false
    let newStore = try makeFile()
    do throws(StoreFailure) {
      // The store in memory had the demo's recipes; the new file has none.
      store = try addingDemo(to: newStore)
    } catch {
      Self.discard(newStore)
      throw error
    }
    return store
  }

  /// Removes a file that was just created, unless something is stored in it.
  private static func discard(_ store: SessionStore) {
    if (try? store.isUntouched()) == true { store.removeFile() }
  }

  /// Performs two operations one after the other; returns the second one.
  ///
  /// If the session has no file yet, they are first tried in memory, so that a refusal creates no
  /// file.
  ///
  /// - Parameters:
  ///   - first: Makes an operation on the current session; nil if none is needed.
  ///   - make: Makes the operation that the subcommand is about.
  @discardableResult
  func perform(
    first: (Session) throws -> SessionOperation? = { _ in nil },
    _ make: (Session) throws -> SessionOperation?
  ) throws -> SessionOperation? {
    if needsFile {
      // The store is in memory here: this throws if one of the operations is refused.
      try store.perform(first)
      try store.perform(make)
    }
    let isNew = needsFile
    let store = try storeInFile()
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

  /// What operations need besides the session, at the present time.
  func operationContext() -> OperationContext {
    var operationContext = OperationContext(
      manifest: manifest, time: Machine.now(), process: VirgaCommand.process,
      newClientID: ClientID.random())
    operationContext.readOnlyReason = store.restriction?.description
    return operationContext
  }

  /// Undoes the operation with a number, or the last one without a number, and prints it as
  /// `undid “set locale”`.
  func undo(_ number: Int64?, _ output: FormatOption) throws {
    try report(output, as: { operation in "undid “\(operation.label)”" }) {
      let namedOperation = try number.map(operation)
      let undone = try store.undo(namedOperation, at: Machine.now(), by: VirgaCommand.process)
      guard let undone else { throw Refusal("nothing to undo") }
      return undone
    }
  }

  /// Redoes the operation with a number, or the one undone last without a number, and prints it as
  /// `redid “set locale”`.
  func redo(_ number: Int64?, _ output: FormatOption) throws {
    try report(output, as: { operation in "redid “\(operation.label)”" }) {
      let namedOperation = try number.map(operation)
      let redone = try store.redo(namedOperation, at: Machine.now(), by: VirgaCommand.process)
      guard let redone else { throw Refusal("nothing to redo") }
      return redone
    }
  }

  /// The operation with a number, as `virga session show --format json` prints it.
  ///
  /// - Throws: A ``Refusal`` if the session has no such operation, ``StoreFailure`` if the history
  ///   cannot be read.
  private func operation(_ number: Int64) throws -> SessionOperation {
    try store.readHistory()
    guard let found = store.session.operations.first(where: { $0.id == number }) else {
      throw Refusal("the session has no operation \(number)")
    }
    return found
  }

  /// Performs an operation, and prints it or its refusal as ``report(_:on:as:_:)`` does.
  func perform(
    _ output: FormatOption, on feature: String? = nil,
    _ make: (Operations) throws -> SessionOperation
  ) throws {
    let operationContext = operationContext()
    try report(output, on: feature) {
      try perform { session in try make(session.operations(in: operationContext)) }
    }
  }

  /// Changes a recipe as one operation; prints the operation with the remarks on it, or its
  /// refusal.
  ///
  /// - Parameter feature: The feature whose config is changed; nil for another part of the recipe.
  func changeRecipe(
    _ slug: String, _ output: FormatOption, on feature: String? = nil,
    _ make: (Operations) throws -> SessionOperation
  ) throws {
    var remarks: [Problem] = []
    try perform(output, on: feature) { operations in
      let operation = try make(operations)
      remarks = operations.remarks(onChange: operation, of: slug)
      return operation
    }
    Output.remark(remarks)
  }

  /// Warns that a config was checked against no manifest.
  ///
  /// If the session's manifest could not be loaded, opening the session has said so.
  func remarkMissingManifest() {
    let hasManifest = manifest != nil || store.manifest != nil
    if hasManifest { return }
    Output.remark(
      "warning: not checked, because the session has no manifest; give one with --manifest")
  }

  /// Prints the operation that `body` returns, or its refusal; setting what is in effect already is
  /// not an error.
  ///
  /// - Parameters:
  ///   - feature: A feature that must exist; if it is unknown, the manifest's errors may be why.
  ///   - sentence: Returns the printed sentence, which says what was done.
  /// - Throws: The exit code: that of wrong arguments if they name something that does not exist.
  func report(
    _ output: FormatOption, on feature: String? = nil,
    as sentence: (SessionOperation) -> String = { $0.labelInPastTense },
    _ body: () throws -> SessionOperation?
  ) throws {
    do {
      guard let operation = try body() else { return }
      output.isJSON ? Output.json(.object(operation.json)) : Output.line(sentence(operation))
      if isDemoByDefault, !output.isJSON { Output.remark(Self.demoRemark) }
    } catch let failure as StoreFailure {
      throw Self.failed(failure)
    } catch let refusal as Refusal where refusal.isUnchanged {
      let answer: JSONValue = ["operation": .null, "label": .string(refusal.description)]
      output.isJSON ? Output.json(answer) : Output.line(refusal.description)
    } catch let refusal as Refusal {
      let manifestErrors = manifestErrors(missing: feature)
      report(refusal, output, manifestErrors: manifestErrors)
      // With errors in the manifest, the name may be right and its definition unreadable.
      let isWrongArgument = refusal.isUnknownName && manifestErrors.isEmpty
      throw isWrongArgument ? ExitCode.validationFailure : ExitCode.problems
    }
  }

  /// Printed after a change: without the options, somebody in the folder of an app may have meant
  /// the session of that app.
  private static let demoRemark =
    "in the demo's session, because none was named with --manifest or --session"

  /// The manifest's errors if it lacks the feature, which they may explain; none for nil.
  private func manifestErrors(missing feature: String?) -> [Problem] {
    guard let feature, let manifest, manifest.feature(feature) == nil else { return [] }
    return manifest.problems.filter { $0.severity == .error }
  }

  /// Prints why an operation was refused, and the manifest's errors, which may be the reason.
  private func report(_ refusal: Refusal, _ output: FormatOption, manifestErrors: [Problem]) {
    if output.isJSON {
      let problemsOfRefusal =
        refusal.problems.isEmpty
        ? [Problem(.error, "refused", refusal.description)] : refusal.problems
      Output.json(["problems": .array((manifestErrors + problemsOfRefusal).map(\.json))])
    } else {
      Output.remark(manifestErrors)
      // The sentence names only the first problem, and not where it is.
      let arePlacesKnown = refusal.problems.contains { $0.location != nil }
      arePlacesKnown ? Output.remark(refusal.problems) : Output.remark("error: \(refusal)")
    }
  }

  /// Runs `body`; prints a failure of the session's file and ends the program.
  static func trying<Value>(_ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let failure as StoreFailure {
      throw failed(failure)
    }
  }

  /// Prints a failure of the session's file and returns the exit code.
  static func failed(_ failure: StoreFailure) -> ExitCode {
    if case .locked = failure {
      // Another process was writing; a moment later the same command can succeed.
      Output.remark("error: \(failure); nothing was changed, try again")
    } else {
      Output.remark("error: \(failure)")
    }
    return .couldNotRun
  }
}
