import ArgumentParser
import VirgaJSON
import VirgaManifest
import VirgaRuntime
import VirgaSDK
import VirgaSession
import VirgaSource
import VirgaWorkbench

/// A session that is open, and what is needed to change it.
final class OpenSession {
  /// Where it is kept.
  let path: String
  /// What keeps it: memory, as long as it has no file.
  private(set) var store: SessionStore
  /// The session's manifest, if it has one.
  let manifest: Manifest?
  private let begins: Bool
  private let makeFile: () throws(StoreFailure) -> SessionStore
  private var needsFile: Bool

  /// A session that was opened without making a file, which `makeFile` makes.
  ///
  /// - Parameter begins: whether it is one of the demo, which begins with recipes.
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
      return try DemoSession.filled(store, manifest: manifest)
    } catch {
      throw error as? StoreFailure ?? .unusable(store.path, reason: "\(error)")
    }
  }

  /// The store with a file behind it.
  ///
  /// - Throws: ``StoreFailure`` where the file cannot be made.
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

  /// Removes the file of a session in which nothing could be kept.
  private static func discard(_ store: SessionStore) {
    if (try? store.isUntouched()) == true { store.removeFile() }
  }

  /// Does what `first` makes and then what `make` makes, which it gives; what is refused makes no file.
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

  /// What stands around the session now.
  func surroundings() -> Surroundings {
    var surroundings = Surroundings(
      manifest: manifest, time: Machine.now(), process: Machine.process, newClientID: ClientID.random())
    surroundings.readOnlyReason = store.restriction?.description
    return surroundings
  }

  /// Undoes or redoes the operation with a number, or the one that is next, and prints it.
  func step(
    _ number: Int64?, _ output: FormatOption, refusal: String,
    _ body: (SessionStore, SessionOperation?) throws -> SessionOperation?
  ) throws {
    try report(output) {
      guard let done = try body(store, number.map(operation)) else { throw Refusal(refusal) }
      return done
    }
  }

  /// The operation with a number.
  ///
  /// - Throws: a ``Refusal`` if there is none, ``StoreFailure`` if the history can't be read.
  private func operation(_ number: Int64) throws -> SessionOperation {
    try store.readHistory()
    guard let found = store.session.operations.first(where: { $0.id == number }) else {
      throw Refusal("the session has no operation \(number)")
    }
    return found
  }

  /// Does what `make` makes of the session as it is now, and prints the operation; what refuses it is printed as well.
  func perform(_ output: FormatOption, _ make: (Operations) throws -> SessionOperation) throws {
    let surroundings = surroundings()
    try report(output) { try perform { session in try make(session.operations(in: surroundings)) } }
  }

  /// Prints the operation that `body` gives.
  func report(_ output: FormatOption, _ body: () throws -> SessionOperation?) throws {
    do {
      guard let operation = try body() else { return }
      output.isJSON ? Output.json(.object(operation.json)) : Output.line(operation.label)
    } catch let failure as StoreFailure {
      throw Self.failed(failure)
    } catch let refusal as Refusal {
      let problems = refusal.problems.isEmpty ? [Problem(.error, "refused", refusal.description)] : refusal.problems
      if output.isJSON {
        Output.json(["problems": .array(problems.map(\.json))])
      } else {
        Output.remark("error: \(refusal)")
      }
      throw ExitCode.problems
    }
  }

  /// Runs `body`, and ends the program where the machine fails.
  static func trying<Value>(_ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let failure as StoreFailure {
      throw failed(failure)
    }
  }

  /// Says why the session could not be used, and gives the code to end with.
  static func failed(_ failure: StoreFailure) -> ExitCode {
    if case .locked = failure {
      Output.remark("error: \(failure); nothing was changed, try again")
    } else {
      Output.remark("error: \(failure)")
    }
    return .couldNotRun
  }
}
