import ArgumentParser
import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaSDK
import VirgaSession
import VirgaTargeting

extension EnrollCommand {
  /// Evaluates the recipes for the client of a session, and keeps there what became of them.
  func runInSession() throws {
    let machine = Machine.current
    let identity = manifest.flatMap { SessionOptions.identity(ofManifest: $0, machine) }
    let opened = try OpenSession.trying {
      try sessionOptions.open(manifest: identity, isReadOnly: false, makesFile: false, machine)
    }
    let session = try OpenSession.trying {
      try OpenSession(opened, manifest: nil, begins: false) {
        () throws(StoreFailure) in try sessionOptions.open(manifest: identity, isReadOnly: false, machine)
      }
    }
    let store = session.store
    let said = try context.client(id: clientID)
    let read = try recipeOptions.read(attributes: said.attributes.givenNames.union(store.session.names(of: .context)))
    let loaded = try manifest.map(loadedManifest) ?? boundManifest(of: store)
    let defaults = try defaults(for: read, loaded, usual: store.session.channel(in: loaded))
    var enrolling = Enrolling(read.recipes)
    enrolling.attributes = try context.attributes()
    enrolling.clientID = clientID
    enrolling.behavior = said.events
    enrolling.optedOut = Set([noExperiments ? .experiments : nil, noRollouts ? .rollouts : nil].compactMap(\.self))
    var surroundings = Surroundings(
      manifest: loaded, channel: channel, time: said.now, process: Machine.process,
      readOnlyReason: store.restriction?.description, newClientID: ClientID.random())
    surroundings.coenrollingFeatures = Set(coenrolling)
    let before = store.session
    do {
      try session.perform { try $0.operations(in: surroundings).enroll(enrolling) }
    } catch let refusal as Refusal {
      throw WrittenInput.refused("\(refusal)")
    } catch let failure as StoreFailure {
      throw OpenSession.failed(failure)
    }
    let client = session.store.session.client(in: surroundings)
    var evolved = EnrollmentState(
      recipes: before.enrollments.recipes, records: before.enrollments.records,
      takesPartInExperiments: !noExperiments, takesPartInRollouts: !noRollouts)
    let changes = evolved.apply(read.recipes, for: client)
    let state = session.store.session.enrollments
    let features = state.effectiveFeatures(coenrolling: defaults.coenrolling)
      .mapValues { effective in effective.merged(over: defaults.configs[effective.featureID] ?? [:]) }
    print(state, client, changes, features)
    if read.hasErrors || defaults.hasErrors { throw ExitCode.problems }
  }

  /// The manifest that a session belongs to; nil where it belongs to none.
  private func boundManifest(of store: SessionStore) throws -> Manifest? {
    guard let path = store.manifest else { return nil }
    return try path == SessionOptions.demo ? DemoManifest.loader.load(DemoManifest.root) : loadedManifest(path)
  }
}
