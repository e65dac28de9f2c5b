package import VirgaExperiments
package import VirgaJSON
package import VirgaSession
import VirgaSource
package import VirgaTargeting

/// What a client is and what it is offered, where that is said all at once.
package struct Enrolling: Sendable {
  /// The recipes; they take the place of those that the session knows.
  package var recipes: [Recipe]
  /// The targeting attributes that are set; others stay as they are.
  package var attributes: JSONObject = [:]
  /// The client's id; nil leaves it as it is.
  package var clientID: String?
  /// The behavioural events whose counts are set; others stay as they are.
  package var behavior = EventStore()
  /// The kinds of recipes that the client takes no part in from now on; what is not named stays as it is.
  package var optedOut: Set<Participation> = []

  /// A client that is offered `recipes`, of which nothing new is known.
  package init(_ recipes: [Recipe]) { self.recipes = recipes }
}

extension Operations {
  /// Takes in what is said of a client, and evaluates its recipes once after all of it.
  ///
  /// - Returns: The operation, nil where nothing changes by it, and what happened to the recipes.
  package func enroll(
    _ enrolling: Enrolling
  ) throws(Refusal) -> (operation: SessionOperation?, changes: [EnrollmentChange]) {
    var draft = try draft()
    for (name, value) in enrolling.attributes { draft.set(.context, name, to: value) }
    if let id = enrolling.clientID { draft.set(.context, ClientKey.clientID, to: .string(id)) }
    for (event, counts) in enrolling.behavior.json { draft.set(.behavior, event, to: counts) }
    for kind in enrolling.optedOut { draft.set(.participation, kind.rawValue, to: false) }
    for slug in session.names(of: .recipe) { draft.removeRecipe(slug) }
    draft.add(enrolling.recipes)
    let changes = draft.evolve()
    guard session.keys != draft.session.keys || session.keys.contains(where: { session[$0] != draft.session[$0] })
    else { return (nil, changes) }
    return (try draft.finished("enroll in \(enrolling.recipes.count.counted("recipe"))"), changes)
  }
}
