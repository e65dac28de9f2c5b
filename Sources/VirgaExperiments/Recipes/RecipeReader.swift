import VirgaJSON
import VirgaSource
import VirgaTargeting

/// Reads one recipe, and says of each member that does not fit what belongs there.
struct RecipeReader {
  /// The recipe; nil where an error makes it unusable.
  let recipe: Recipe?
  let problems: [Problem]

  /// Reads `value`, which stands at `path`; `attributes` are those that targeting may read besides the known ones.
  init(
    _ value: JSONValue, at path: [String], attributes: Set<Name>,
    locate: @escaping (_ path: [String]) -> SourceLocation?
  ) {
    let name = value["slug"]?.stringValue ?? value["id"]?.stringValue ?? path.last ?? "?"
    guard case .object(let members) = value else {
      recipe = nil
      problems = [
        Problem(
          .error, "wrong-type", path: "recipes/\(name)", "Write a recipe, not \(value.kindTitle)", at: locate(path))
      ]
      return
    }
    var reader = MemberReader(members, of: name, at: path, attributes: attributes, locate: locate)
    let read = Self.recipe(members, &reader)
    problems = reader.problems
    recipe = problems.contains { $0.severity == .error } ? nil : read
  }

  private static func recipe(_ members: JSONObject, _ reader: inout MemberReader) -> Recipe? {
    let slug = reader.required("slug", .text)
    let buckets = bucketConfig(&reader)
    let branches = branches(&reader)
    guard let slug, let buckets else { return nil }
    var recipe = Recipe(slug: slug, bucketConfig: buckets, branches: branches, json: members)
    readHead(&recipe, &reader)
    readAudience(&recipe, &reader)
    readSchedule(&recipe, &reader)
    readLabs(&recipe, &reader)
    readLocalizations(&recipe, &reader)
    return recipe
  }

  private static func readHead(_ recipe: inout Recipe, _ reader: inout MemberReader) {
    recipe.schemaVersion = reader.required("schemaVersion", .text) ?? ""
    recipe.userFacingName = reader.required("userFacingName", .text) ?? ""
    recipe.userFacingDescription = reader.required("userFacingDescription", .text) ?? ""
    recipe.isEnrollmentPaused = reader.required("isEnrollmentPaused", .boolean) ?? false
    recipe.isRollout = reader.value("isRollout", .boolean, default: false) ?? false
    recipe.declaredFeatureIDs = reader.value("featureIds", .texts, default: []) ?? []
  }

  private static func readAudience(_ recipe: inout Recipe, _ reader: inout MemberReader) {
    recipe.appName = reader.optional("appName", .text)
    recipe.appID = reader.optional("appId", .text)
    recipe.channel = reader.optional("channel", .text)
    recipe.targeting = reader.optional("targeting", .text)
    recipe.referenceBranch = reader.optional("referenceBranch", .text)
    guard let targeting = recipe.targeting else { return }
    do {
      let expression = try Expression(targeting, name: "targeting")
      for problem in expression.problems(knowing: reader.attributes) {
        reader.report(problem, inside: "targeting", text: targeting, severity: problem.severity)
      }
    } catch {
      for var problem in error.all {
        problem.code = "unreadable-targeting"
        reader.report(problem, inside: "targeting", text: targeting, severity: .warning)
      }
    }
    if !targeting.utf8.allSatisfy({ $0 < 0x80 }) {
      reader.report(
        "non-ascii-targeting", "targeting", "Clients crash on a character other than ASCII in an expression",
        severity: .warning)
    }
  }

  private static func readSchedule(_ recipe: inout Recipe, _ reader: inout MemberReader) {
    recipe.proposedEnrollment = reader.required("proposedEnrollment", .wholeNumber) ?? 0
    recipe.proposedDuration = reader.optional("proposedDuration", .wholeNumber)
    recipe.publishedDate = reader.optional("publishedDate", .dateTime)
    recipe.startDate = reader.optional("startDate", .text)
    recipe.endDate = reader.optional("endDate", .text)
  }

  private static func readLabs(_ recipe: inout Recipe, _ reader: inout MemberReader) {
    recipe.isLabsOptIn = reader.value("isFirefoxLabsOptIn", .boolean, default: false) ?? false
    recipe.labsTitle = reader.optional("firefoxLabsTitle", .text)
    recipe.labsDescription = reader.optional("firefoxLabsDescription", .text)
    recipe.labsDescriptionLinks = reader.optional("firefoxLabsDescriptionLinks", .textsByName)
    recipe.requiresRestart = reader.value("requiresRestart", .boolean, default: false) ?? false
  }

  private static func readLocalizations(_ recipe: inout Recipe, _ reader: inout MemberReader) {
    guard let locales = recipe.json["localizations"]?.objectValue else { return }
    recipe.localizations = Dictionary(
      locales.map { ($0.key, ValueKind.textsByName.read($0.value) ?? [:]) }
    ) { $1 }
    reader.report(
      "localizations-ignored", "localizations",
      "Mobile clients ignore `localizations`; only the desktop client uses it",
      severity: .warning)
  }
}

extension RecipeReader {
  private static func bucketConfig(_ reader: inout MemberReader) -> BucketConfig? {
    var config: BucketConfig?
    reader.object("bucketConfig", isRequired: true) { reader in
      let unit = reader.required("randomizationUnit", .randomizationUnit)
      let namespace = reader.required("namespace", .text)
      let start = reader.required("start", .wholeNumber)
      let count = reader.required("count", .wholeNumber)
      let total = reader.value("total", .total, default: 10_000)
      guard let unit, let namespace, let start, let count, let total else { return }
      config = BucketConfig(randomizationUnit: unit, namespace: namespace, start: start, count: count, total: total)
      if count > total {
        reader.report(
          "too-many-buckets", "count", "Write at most \(total), the number of buckets; clients wrap what is beyond",
          severity: .warning)
      }
    }
    return config
  }

  private static func branches(_ reader: inout MemberReader) -> [Branch] {
    var branches: [Branch] = []
    var slugs: Set<Name> = []
    _ = reader.objects("branches", isRequired: true) { reader in
      let slug = reader.required("slug", .text) ?? ""
      let ratio = reader.required("ratio", .ratio) ?? 0
      if !slugs.insert(Name(slug)).inserted {
        reader.report(
          "repeated-branch", "slug", "Give each branch its own slug; the first one counts", severity: .warning)
      }
      branches.append(Branch(slug: slug, ratio: ratio, features: features(&reader)))
    }
    return branches
  }

  /// The configs of a branch: those of `features`, and only without them that of `feature`, which older clients read.
  private static func features(_ reader: inout MemberReader) -> [FeatureConfig] {
    var configs: [FeatureConfig] = []
    var single: [FeatureConfig] = []
    let hasList = reader.objects("features", isRequired: false) { config(&$0, into: &configs) }
    reader.object("feature", isRequired: false) { config(&$0, into: &single) }
    return hasList ? configs : single
  }

  private static func config(_ reader: inout MemberReader, into configs: inout [FeatureConfig]) {
    guard let id = reader.required("featureId", .text) else { return }
    configs.append(FeatureConfig(featureID: id, value: reader.value("value", .object, default: [:]) ?? [:]))
  }
}
