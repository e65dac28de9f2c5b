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
  /// Evaluates recipes for the session's client; stores the outcomes in the session and prints
  /// them.
  func runInSession() throws {
    let session = try openedSession()
    let store = session.store
    let attributes = try context.attributes()
    // Warns of an id that apps would not use, or that overrides the one in the context.
    remarkClientID(overriding: attributes)
    let givenClient = try context.client(attributes, id: clientID)
    let sessionAttributes = Set(naming: store.session.names(of: .context))
    // Targeting may read the attributes of the context and of the session besides those of every
    // client.
    let read = try recipeOptions.read(
      attributes: givenClient.attributes.givenNames.union(sessionAttributes),
      from: input.options.remoteFiles())
    let loaded = try manifest.map(input.load) ?? boundManifest(of: store)
    // What the manifest declares about the features of the recipes. This also prints the problems
    // of the manifest and of the recipes.
    let defaults = try defaults(
      for: read, loaded, sessionChannel: store.session.channel(in: loaded))
    let operationContext = operationContext(loaded, at: givenClient.now, in: store)
    let request = request(read.recipes, attributes, givenClient.events)
    let changes = try perform(request, on: session, in: operationContext)
    // Performing may have replaced the store by that of a new file, so it is asked for again.
    let changedSession = session.store.session
    let enrollments = changedSession.enrollments
    // Warns if the session's client has another channel than `--channel`.
    ContextFile.remarkChannel(channel, unlike: changedSession[.context, ClientKey.channel])
    let client = changedSession.client(in: operationContext)
    // A recipe that was changed in the session was evaluated with its changes, not as in its file.
    let recipes = read.recipes.map { changedSession.recipe($0.slug) ?? $0 }
    let reasons = enrollments.reasons(for: client, given: recipes)
    print(reasons, read, changes, defaults.features(of: enrollments))
    remarkRecipesWithoutBranch(recipes, after: enrollments)
    if read.hasErrors || defaults.hasErrors { throw ExitCode.problems }
  }

  /// Opens the session without creating its file; the first successful operation creates it.
  private func openedSession() throws -> OpenSession {
    let location = SessionLocation(session, on: .current)
    // What the session's file stores to identify its manifest, usually the full path.
    let identity = manifest.flatMap { SessionLocation.identity(ofManifest: $0, on: .current) }
    return try OpenSession.trying {
      let store = try location.open(manifest: identity, isReadOnly: false, makesFile: false)
      // The manifest is loaded later, and the session gets no recipes but those of the options. The
      // closure opens the session again, and creates its file.
      return try OpenSession(store, manifest: nil, addsDemo: false) {
        () throws(StoreFailure) in try location.open(manifest: identity, isReadOnly: false)
      }
    }
  }

  /// What the operation needs besides the session: the manifest, options, and the client's time.
  private func operationContext(
    _ manifest: Manifest?, at time: Instant, in store: SessionStore
  ) -> OperationContext {
    var operationContext = OperationContext(
      manifest: manifest, channel: channel, time: time, process: VirgaCommand.process,
      newClientID: ClientID.random())
    operationContext.readOnlyReason = store.restriction?.description
    operationContext.addedCoenrollingFeatures = Set(naming: coenrolling)
    return operationContext
  }

  /// The request to change the session's client by the options, and to evaluate recipes for it.
  private func request(
    _ recipes: [Recipe], _ attributes: JSONObject, _ events: EventStore
  ) -> EnrollmentRequest {
    var request = EnrollmentRequest(recipes)
    request.attributes = attributes
    request.clientID = clientID
    request.behavior = events
    if noExperiments { request.optedOut.insert(.experiments) }
    if noRollouts { request.optedOut.insert(.rollouts) }
    return request
  }

  /// Performs the request as one operation of the session; returns the changes of enrollments.
  private func perform(
    _ request: EnrollmentRequest, on session: OpenSession, in operationContext: OperationContext
  ) throws -> [EnrollmentChange] {
    var changes: [EnrollmentChange] = []
    do {
      try session.perform { current in
        let done = try current.operations(in: operationContext).enroll(request)
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

  /// The manifest that the session's file names; nil for a session without one.
  private func boundManifest(of store: SessionStore) throws -> Manifest? {
    guard let path = store.manifest else { return nil }
    return try path == SessionLocation.demo
      ? DemoManifest.loader.load(DemoManifest.root) : input.load(path)
  }
}
