import VirgaCanvas
import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaTargeting

/// A recipe in the list, with where the client stands.
struct RecipeRow: ListItem {
  /// The recipe's slug; of one that could not be read what tells it from the others.
  package let slug: String
  /// Whether it is a rollout.
  package let isRollout: Bool
  /// What became of it; nil where it was not evaluated.
  package let status: EnrollmentStatus?
  /// Whether the person forced a branch, or opted out.
  let isForced: Bool
  /// Whether that was to opt out.
  let isOptedOut: Bool
  /// The attribute without which it cannot be evaluated; nil where that is for another reason, or where it can.
  let lacking: String?
  /// Whether it configures what the manifest does not have.
  let isUnfit: Bool
  /// What is wrong where it could not be read, so that the session does not have it; nil where it could.
  package let unread: UnreadRecipe?

  var id: ExactText { ExactText(slug) }

  func rank(_ filter: Filter, scattered: Bool) -> Int? {
    let isMatch =
      scattered
      ? filter.score(slug) != nil || filter.score(word) != nil
      : filter.containsWhole(slug) || filter.containsWhole(word)
    return isMatch ? 0 : nil
  }

  /// A row for each recipe, for each that ended, and for each that could not be read, sorted by slug.
  static func rows(
    _ recipes: [Recipe], _ enrollments: EnrollmentState, of client: KnownClient, unread: [UnreadRecipe],
    in manifest: Manifest?
  ) -> [RecipeRow] {
    let session = client.session
    let lacking = Experiments.lacks(of: recipes, enrollments, client.context)
    let known = NameTable(recipes.lazy.map { ($0.slug, $0) }) { first, _ in first }
    let read = Set((Array(known.keys) + enrollments.slugs).map { ExactText($0) })
    func name(_ recipe: UnreadRecipe) -> String {
      read.contains(ExactText(recipe.name)) ? recipe.nameBesideOther : recipe.name
    }
    // Several of one name are one row with all that is wrong with them.
    let others = NameTable(unread.lazy.map { (name($0), $0) }.filter { !read.contains(ExactText($0.0)) }) {
      UnreadRecipe(slug: $0.slug, problems: $0.problems + $1.problems)
    }
    let slugs = read.map(\.text) + others.keys
    return slugs.sorted(by: ByteText.isBefore).map { slug in
      let recipe = known[slug]
      return RecipeRow(
        slug: slug, isRollout: recipe?.isRollout ?? false, status: enrollments.records[slug],
        isForced: session[.branch, slug] != nil, isOptedOut: session[.branch, slug] == .null, lacking: lacking[slug],
        isUnfit: recipe.map { manifest?.unknown(of: $0.featureIDs).isEmpty == false } ?? false,
        unread: others[slug])
    }
  }

  /// Whether it has that very slug: two that only look alike are two.
  func isCalled(_ slug: String) -> Bool { ByteText.areEqual(self.slug, slug) }

  /// Where the client stands, in a word or two.
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

  /// Why nothing can be done with it, where the session does not have it.
  func absence(in state: State) -> String {
    let load = state.keyName(of: "load-recipes")
    return unread == nil
      ? "\(slug) ended; \(load) loads its recipe again"
      : "\(slug) could not be read; mend its file, and \(load) loads that again"
  }

  /// What the person did with the recipe, where it is forced.
  var forcedWords: DisplayText { isOptedOut ? "opted out by hand" : "forced by hand" }

  /// What stands before the word: the kind of recipe where the client is in it, `?` where an attribute is missing,
  /// `!` where it cannot be evaluated.
  var mark: DisplayText {
    switch status {
    case .enrolled?: isRollout ? "◇" : "◆"
    case .error? where lacking != nil: "?"
    case .error?, nil: Marks.problem
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
  /// What keeps the client out, in a word or two.
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

  /// The words for the reasons that a simulation counts, by their names.
  static let words: [String: String] = {
    let reasons: [Self] = [
      .differentAppName, .differentChannel, .enrollmentsPaused, .featureConflict(with: nil), .notSelected, .notTargeted,
      .optOut, .experimentsOptOut, .rolloutsOptOut, .labs,
    ]
    return Dictionary(uniqueKeysWithValues: reasons.map { ($0.name, $0.word) })
  }()
}
