import ArgumentParser
import VirgaJSON
import VirgaManifest
import VirgaSDK
import VirgaSession
import VirgaSource
import VirgaTargeting

/// The session that a subcommand reads or changes, and its manifest.
struct SessionTarget: ParsableArguments {
  @OptionGroup var sessionOptions: SessionOptions

  @Option(
    help: ArgumentHelp(
      "The session's manifest; where left out that of the file named with --session, or without one the embedded demo.",
      valueName: "file"))
  var manifest: String?

  @OptionGroup var manifestOptions: ManifestOptions

  /// The options that name the session and its manifest, as they were given.
  var words: [String] {
    let options = [("--session", sessionOptions.session), ("--manifest", manifest)]
    return options.flatMap { name, value in value.map { [name, $0] } ?? [] }
  }

  /// Opens the session, and ends the program where that is not possible.
  ///
  /// - Parameter begins: whether a session of the demo has the demo's recipes from the start, as in the console.
  func open(isReadOnly: Bool = false, begins: Bool = true, _ machine: Machine = .current) throws -> OpenSession {
    let isNamed = sessionOptions.session != nil
    let wanted = manifest == nil && isNamed ? nil : SessionOptions.identity(ofManifest: manifest, machine)
    do {
      let store = try sessionOptions.open(manifest: wanted, isReadOnly: isReadOnly, machine)
      let identity = wanted ?? store.manifest
      let manifest = try read(identity, machine)
      var open = OpenSession(path: store.path, store: store, manifest: manifest)
      if begins, identity == SessionOptions.demo, let manifest {
        open.store = try DemoSession.begun(store, manifest: manifest)
      }
      return open
    } catch let failure as StoreFailure {
      throw OpenSession.failed(failure)
    }
  }

  /// Reads the manifest that a session names so; nil where there is no such file any more, which is said.
  private func read(_ identity: String?, _ machine: Machine) throws -> Manifest? {
    guard let identity else { return nil }
    do {
      if identity == SessionOptions.demo { return try DemoManifest.loader.load(DemoManifest.root) }
      return try manifestOptions.loader(machine).load(identity)
    } catch {
      for problem in error.all { Output.remark(problem.rendered()) }
      guard error.saysThatNothingCouldBeRead, manifest == nil else {
        throw error.saysThatNothingCouldBeRead ? ExitCode.couldNotRun : ExitCode.problems
      }
      Output.remark("warning: without its manifest nothing is checked")
      return nil
    }
  }
}

/// A session that is open, and what is needed to change it.
struct OpenSession {
  /// Where it is kept.
  let path: String
  var store: SessionStore
  /// The session's manifest; nil where there is none.
  let manifest: Manifest?

  /// What stands around the session now.
  func surroundings() -> Surroundings {
    Surroundings(
      manifest: manifest, time: Machine.now(), process: Machine.process,
      readOnlyReason: store.restriction?.description, newClientID: ClientID.random())
  }

  /// The operation of a number.
  ///
  /// - Throws: a ``Refusal`` where there is none.
  func operation(_ number: Int64) throws(Refusal) -> VirgaSession.Operation {
    guard let found = store.session.operations.first(where: { $0.id == number }) else {
      throw Refusal("the session has no operation \(number)")
    }
    return found
  }

  /// Does what `make` makes of the session as it is now, and prints the operation; what refuses it is printed as well.
  func perform(_ output: FormatOption, _ make: (Operations) throws -> VirgaSession.Operation) throws {
    let surroundings = surroundings()
    try report(output) { try store.perform { session in try make(session.operations(in: surroundings)) } }
  }

  /// Prints the operation that `body` gives.
  func report(_ output: FormatOption, _ body: () throws -> VirgaSession.Operation?) throws {
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
    Output.remark("error: \(failure)")
    return .couldNotRun
  }
}
