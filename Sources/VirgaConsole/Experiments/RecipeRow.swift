import VirgaCanvas
import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaTargeting

struct RecipeRow: ListItem {
  /// The recipe's slug; for an unreadable one, a name that distinguishes it.
  package let slug: String
  package let isRollout: Bool
  /// The client's status; nil if the recipe was not evaluated.
  package let status: EnrollmentStatus?
  /// Whether the person forced a branch or opted out.
  let isForced: Bool
  let isOptedOut: Bool
  /// The missing attribute that prevents the evaluation; nil for other reasons, or if it was evaluated.
  let lacking: String?
  /// Whether it configures something that the manifest does not have.
  let hasConfigMismatch: Bool
  package let unread: UnreadRecipe?

  var id: Name { Name(slug) }
  /// The branch that the client is in.
  var branch: String? { status?.activeBranch }
  var isEnrolled: Bool { branch != nil }

  func rank(_ filter: Filter, fuzzy: Bool) -> Int? {
    func isMatch(_ text: String) -> Bool { fuzzy ? filter.score(text) != nil : filter.containsWhole(text) }
    return isMatch(slug) || isMatch(word) ? 0 : nil
  }

  /// Includes ended and unreadable recipes; sorted by slug.
  static func rows(
    _ recipes: [Recipe], _ enrollments: EnrollmentState, of client: KnownClient, unread: [UnreadRecipe],
    in manifest: Manifest?
  ) -> [RecipeRow] {
    let session = client.session
    let lacking = Experiments.lacks(of: recipes, enrollments, client.context)
    let known = Dictionary(naming: recipes, by: \.slug)
    let read = Set(known.keys).union(enrollments.records.keys)
    func name(_ recipe: UnreadRecipe) -> String {
      read.contains(Name(recipe.name)) ? recipe.nameBesideOther : recipe.name
    }
    // Unreadable recipes of the same name share a row with all their problems.
    let others = Dictionary(naming: unread.lazy.map { (name($0), $0) }.filter { !read.contains(Name($0.0)) }) {
      UnreadRecipe(slug: $0.slug, problems: $0.problems + $1.problems)
    }
    return read.union(others.keys).listed().map { slug in
      let recipe = known[slug]
      return RecipeRow(
        slug: slug, isRollout: recipe?.isRollout ?? false, status: enrollments.records[slug],
        isForced: session[.branch, slug] != nil, isOptedOut: session[.branch, slug] == .null, lacking: lacking[slug],
        hasConfigMismatch: recipe.map { manifest?.unknown(of: $0.featureIDs).isEmpty == false } ?? false,
        unread: others[slug])
    }
  }

  /// Compares the slug exactly, as slugs that look alike can differ.
  func hasName(_ slug: String) -> Bool { self.slug.isSameName(as: slug) }

  package var word: String {
    switch status {
    case nil: unread == nil ? "no record" : "unread"
    case .enrolled?: "enrolled"
    case .notEnrolled(let reason)?: reason.word
    case .disqualified(.optOut, _)?, .disqualified(.experimentsOptOut, _)?, .disqualified(.rolloutsOptOut, _)?:
      "opted out"
    case .disqualified?: "left"
    case .wasEnrolled?: "ended"
    case .error?: lacking.map { "lacks \($0)" } ?? "broken"
    }
  }

  /// Why nothing can be done with it if the session does not have it.
  func absence(in state: State) -> StatusMessage {
    let key = state.keyName(of: "load-recipes")
    return unread == nil ? .ended(slug, load: key) : .unreadable(slug, load: key)
  }

  var forcedWords: DisplayText { isOptedOut ? "opted out by hand" : "forced by hand" }

  /// The mark of the status: kind of recipe, `?` (attribute missing) or `!` (not evaluable).
  var mark: DisplayText {
    switch status {
    case .enrolled?: isRollout ? "◇" : "◆"
    case .error? where lacking != nil: "?"
    case .error?, nil: PanelSymbols.problem
    default: " "
    }
  }

  var style: Style {
    switch status {
    case .enrolled?: isRollout ? .rollout : .experiment
    case .error? where lacking != nil: .warning
    case .error?, nil: .error
    default: .dim
    }
  }
}

extension EnrollmentStatus.NotEnrolledReason {
  fileprivate var word: String {
    switch self {
    case .differentAppName: "other app"
    case .differentChannel: "channel"
    case .enrollmentsPaused: "paused"
    case .featureConflict: "conflict"
    case .notSelected: "bucket"
    case .notTargeted: "targeting"
    case .optOut, .experimentsOptOut, .rolloutsOptOut: "opted out"
    case .labs: "Labs"
    }
  }

  /// The words for the reasons counted by a simulation, by name.
  static let words: [String: String] = {
    let reasons: [Self] = [
      .differentAppName, .differentChannel, .enrollmentsPaused, .featureConflict(with: nil), .notSelected, .notTargeted,
      .optOut, .experimentsOptOut, .rolloutsOptOut, .labs,
    ]
    return Dictionary(uniqueKeysWithValues: reasons.map { ($0.name, $0.word) })
  }()
}
