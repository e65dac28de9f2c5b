import ArgumentParser
import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaRuntime
import VirgaSDK
import VirgaSession
import VirgaTargeting
import VirgaWorkbench

extension EnrollCommand {
  /// Stores the outcomes in the session.
  func runInSession() throws {
    let session = try openedSession()
    let store = session.store
    let attributes = try context.attributes()
    remarkClientID(over: attributes)
    let said = try context.client(attributes, id: clientID)
    let read = try recipeOptions.read(
      attributes: said.attributes.givenNames.union(Set(naming: store.session.names(of: .context))),
      isOffline: input.options.offline)
    let loaded = try manifest.map(input.load) ?? boundManifest(of: store)
    let defaults = try defaults(for: read, loaded, usual: store.session.channel(in: loaded))
    var operationContext = OperationContext(
      manifest: loaded, channel: channel, time: said.now, process: Machine.process,
      newClientID: ClientID.random())
    operationContext.readOnlyReason = store.restriction?.description
    operationContext.coenrollingFeatures = Set(naming: coenrolling)
    let request = enrolling(read.recipes, attributes, said.events)
    let changes = try perform(request, on: session, in: operationContext)
    let kept = session.store.session
    ContextFile.remarkChannel(channel, otherThan: kept[.context, ClientKey.channel])
    let reasons = kept.enrollments.reasons(
      for: kept.client(in: operationContext), given: read.recipes)
    print(reasons, read, changes, defaults.features(of: kept.enrollments))
    remarkBranchless(read.recipes, after: kept.enrollments)
    if read.hasErrors || defaults.hasErrors { throw ExitCode.problems }
  }

  private func openedSession() throws -> OpenSession {
    let location = SessionLocation(session, on: .current)
    let identity = manifest.flatMap { SessionLocation.identity(ofManifest: $0, on: .current) }
    let opened = try OpenSession.trying {
      try location.open(manifest: identity, isReadOnly: false, makesFile: false)
    }
    return try OpenSession.trying {
      try OpenSession(opened, manifest: nil, begins: false) {
        () throws(StoreFailure) in try location.open(manifest: identity, isReadOnly: false)
      }
    }
  }

  private func enrolling(
    _ recipes: [Recipe], _ attributes: JSONObject, _ events: EventStore
  ) -> EnrollmentRequest {
    var enrolling = EnrollmentRequest(recipes)
    enrolling.attributes = attributes
    enrolling.clientID = clientID
    enrolling.behavior = events
    enrolling.optedOut = Set(
      [noExperiments ? .experiments : nil, noRollouts ? .rollouts : nil].compactMap(\.self))
    return enrolling
  }

  private func perform(
    _ enrolling: EnrollmentRequest, on session: OpenSession, in operationContext: OperationContext
  ) throws -> [EnrollmentChange] {
    var changes: [EnrollmentChange] = []
    do {
      try session.perform { current in
        let done = try current.operations(in: operationContext).enroll(enrolling)
        changes = done.changes
        return done.operation
      }
    } catch let refusal as Refusal {
      throw JSONInput.refused("\(refusal)")
    } catch let failure as StoreFailure {
      throw OpenSession.failed(failure)
    }
    return changes
  }

  private func boundManifest(of store: SessionStore) throws -> Manifest? {
    guard let path = store.manifest else { return nil }
    return try path == SessionLocation.demo
      ? DemoManifest.loader.load(DemoManifest.root) : input.load(path)
  }
}
