public import VirgaExperiments
import VirgaSource

extension FeatureClient {
  /// The recipes that the user can choose in Labs now, sorted by slug; those that were chosen are among them.
  public var availableLabs: [Recipe] {
    let now = configuration.clock()
    return state.withLock { state in
      state.client.now = now
      return state.enrollments.availableLabs(for: state.client)
    }
  }

  /// Enrolls the client in a Labs recipe, as its user chose; the change tells if that could not be done.
  @discardableResult
  public func enrollInLabs(_ slug: String) -> EnrollmentChange {
    let now = configuration.clock()
    return change(orRefuse: EnrollmentChange(.enrollFailed, slug, reason: Self.refusal)) { state in
      state.client.now = now
      return state.enrollments.enrollInLabs(slug, for: state.client)
    }
  }

  /// Takes the client out of a Labs recipe, as its user chose; the change tells if that could not be done.
  @discardableResult
  public func leaveLabs(_ slug: String) -> EnrollmentChange {
    change(orRefuse: EnrollmentChange(.unenrollFailed, slug, reason: Self.refusal)) { state in
      state.enrollments.leaveLabs(slug)
    }
  }

  /// Why a client that lives on a session does not change enrollments.
  static let refusal = "the session decides"

  /// Makes one change of enrollments and announces it; a client that lives on a session refuses it instead.
  func change(
    orRefuse refusal: EnrollmentChange, _ make: (inout State) -> EnrollmentChange
  ) -> EnrollmentChange {
    guard host == nil else { return refusal }
    let change = state.withLock { state in
      defer { state.refresh() }
      return make(&state)
    }
    announce(Outcome(changes: [change]))
    return change
  }
}
