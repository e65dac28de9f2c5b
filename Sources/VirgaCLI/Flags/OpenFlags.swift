import ArgumentParser
import VirgaManifest
import VirgaRuntime
import VirgaSDK
import VirgaSession
import VirgaSource
import VirgaWorkbench

/// A session with its flags, open while a subcommand runs.
struct OpenFlags {
  private let session: OpenSession
  let manifest: Manifest
  var flags: SessionFlags

  init(session: OpenSession, manifest: Manifest, flags: SessionFlags) {
    self.session = session
    self.manifest = manifest
    self.flags = flags
  }

  /// The session's store, which the first change may replace by that of a new file.
  var store: SessionStore { session.store }

  /// The flag with an id.
  ///
  /// - Throws: A usage error with a similar id if the flag does not exist.
  func flag(_ id: String) throws -> FlagDefinition {
    if let flag = flags.catalogue[id] { return flag }
    let hint = NameSuggestions.ending(for: id, among: flags.catalogue.flags.map(\.id))
    throw ValidationError("unknown flag \(id)\(hint)")
  }

  /// Performs the operation that `make` returns on the session, prints its label, and resolves the
  /// changed flags again.
  ///
  /// - Throws: The exit code, after printing the reason.
  mutating func perform(
    _ make: (Operations, SessionFlags) throws(Refusal) -> SessionOperation
  ) throws {
    let operationContext = OperationContext(
      manifest: manifest, channel: flags.environment.channel, time: Machine.now(),
      process: VirgaCommand.process,
      newClientID: ClientID.random())
    do {
      var flags = flags
      let performed = try session.perform { session in
        // Another process may have changed the session since the flags were resolved.
        flags.update(session.keys + flags.session.keys, from: session)
        return try make(session.operations(in: operationContext), flags)
      }
      flags.update((performed?.changes ?? []).map(\.key), from: store.session)
      self.flags = flags
      if let performed { Output.remark(performed.labelInPastTense) }
    } catch let refusal as Refusal where refusal.isUnchanged {
      Output.remark(refusal.description)
    } catch let refusal as Refusal {
      throw JSONInput.refused("\(refusal)")
    } catch {
      Output.remark("error: \(error)")
      throw ExitCode.couldNotRun
    }
  }

  /// Whether the manifest or a flag file has errors.
  var hasErrors: Bool {
    (manifest.problems + flags.catalogue.problems).contains { $0.severity == .error }
  }

  /// Prints the errors of the manifest, the problems of flag files, and the orphans of the session,
  /// which are stored choices that belong to no flag.
  func remarkProblems() {
    for problem in manifest.problems where problem.severity == .error {
      Output.remark(problem.rendered())
    }
    Output.remark(flags.catalogue.problems)
    for orphan in store.session.flagOrphans(in: flags.catalogue, manifest: manifest) {
      Output.remark(orphan.problemOfOrphan.rendered())
    }
  }
}
