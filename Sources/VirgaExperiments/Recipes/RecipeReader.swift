import VirgaJSON
import VirgaSource
import VirgaTargeting

/// Reads one recipe, and reports which type each invalid member should have.
struct RecipeReader {
  /// Nil if an error makes it unusable.
  let recipe: Recipe?
  let problems: [Problem]

  /// Reads a recipe; ``recipe`` is nil if one of the problems is an error.
  ///
  /// - Parameters:
  ///   - index: The index in a list, which names a recipe without a `slug` and an `id`; nil outside
  ///     a list.
  ///   - attributes: The attributes that targeting may read besides those of every client.
  init(_ value: LocatedValue, index: Int?, _ attributes: Set<Name>) {
    let name = value["slug"]?.string ?? value["id"]?.string ?? index.map(String.init) ?? "?"
    guard value.kind == .object else {
      recipe = nil
      let message = "Write a recipe, not \(value.title)"
      problems = [
        Problem(.error, "wrong-type", path: "recipes/\(name)", message, at: value.location)
      ]
      return
    }
    let reader = ObjectReader(value, log: ProblemLog(Self.problemWording(forRecipe: name)))
    let readRecipe = Self.recipe(reader, attributes)
    problems = reader.problems
    let hasError = problems.contains { $0.severity == .error }
    recipe = hasError ? nil : readRecipe
  }

  /// The words for problems in the recipe `name`: the usual ones, but with paths of members such as
  /// `recipes/name#branches.0.ratio`.
  private static func problemWording(forRecipe name: String) -> ObjectMessages {
    var messages = ObjectMessages()
    messages.path = { path, _ in
      "recipes/\(name)#\(path.components.map(\.text).joined(separator: "."))"
    }
    return messages
  }

  /// Reads the members of a recipe; nil without a slug or buckets.
  ///
  /// Any other member that is required and missing, or has the wrong type, is reported and gets a
  /// placeholder, so that the rest is checked too. A member read by `value` may be absent, but not
  /// null. Targeting may read the `attributes` besides those of every client.
  private static func recipe(_ reader: ObjectReader, _ attributes: Set<Name>) -> Recipe? {
    let slug = reader.required("slug", .text)
    let buckets = bucketConfig(reader)
    let branches = branches(reader)
    guard let slug, let buckets else { return nil }
    let json = reader.object.json.objectValue ?? [:]
    var recipe = Recipe(slug: slug, bucketConfig: buckets, branches: branches, json: json)
    recipe.schemaVersion = reader.required("schemaVersion", .text) ?? ""
    recipe.userFacingName = reader.required("userFacingName", .text) ?? ""
    recipe.userFacingDescription = reader.required("userFacingDescription", .text) ?? ""
    recipe.isEnrollmentPaused = reader.required("isEnrollmentPaused", .boolean) ?? false
    recipe.isRollout = reader.value("isRollout", .boolean, default: false) ?? false
    recipe.declaredFeatureIDs = reader.value("featureIds", .texts, default: []) ?? []
    readAudience(&recipe, reader)
    reportTargetingProblems(of: recipe, reader, knowing: attributes)
    readSchedule(&recipe, reader)
    readLabs(&recipe, reader)
    recipe.requiresRestart = reader.value("requiresRestart", .boolean, default: false) ?? false
    readLocalizations(&recipe, reader)
    return recipe
  }

  /// Reads the planned numbers of days and the actual dates; a missing `proposedEnrollment` is
  /// reported.
  private static func readSchedule(_ recipe: inout Recipe, _ reader: ObjectReader) {
    recipe.proposedEnrollment = reader.required("proposedEnrollment", .wholeNumber) ?? 0
    recipe.proposedDuration = reader.optional("proposedDuration", .wholeNumber)
    recipe.publishedDate = reader.optional("publishedDate", .dateTime)
    recipe.startDate = reader.optional("startDate", .text)
    recipe.endDate = reader.optional("endDate", .text)
  }

  /// Reads whether users choose the recipe in Firefox Labs, and what is shown of it there.
  ///
  /// It is not for Labs if `isFirefoxLabsOptIn` is absent, or not a boolean, which is reported.
  private static func readLabs(_ recipe: inout Recipe, _ reader: ObjectReader) {
    recipe.isLabsOptIn = reader.value("isFirefoxLabsOptIn", .boolean, default: false) ?? false
    recipe.labsTitle = reader.optional("firefoxLabsTitle", .text)
    recipe.labsDescription = reader.optional("firefoxLabsDescription", .text)
    recipe.labsDescriptionLinks = reader.optional("firefoxLabsDescriptionLinks", .textsByName)
  }

  /// Reads which clients the recipe is for.
  private static func readAudience(_ recipe: inout Recipe, _ reader: ObjectReader) {
    recipe.appName = reader.optional("appName", .text)
    recipe.appID = reader.optional("appId", .text)
    recipe.channel = reader.optional("channel", .text)
    recipe.targeting = reader.optional("targeting", .text)
    recipe.referenceBranch = reader.optional("referenceBranch", .text)
  }

  /// Reports the problems of a targeting that clients cannot or should not evaluate.
  ///
  /// The targeting may read the `attributes` besides those of every client.
  private static func reportTargetingProblems(
    of recipe: Recipe, _ reader: ObjectReader, knowing attributes: Set<Name>
  ) {
    guard let targeting = recipe.targeting else { return }
    reportExpressionProblems(of: targeting, for: recipe.appName, reader, knowing: attributes)
    let firstByteAfterASCII: UInt8 = 0x80
    let isASCII = targeting.utf8.allSatisfy { $0 < firstByteAfterASCII }
    if !isASCII {
      let message = "Clients crash on non-ASCII characters in an expression"
      reader.report(.warning, "non-ascii-targeting", "targeting", message)
    }
  }

  /// Reports what is wrong with the expression of a targeting, such as an attribute that the app
  /// does not have.
  ///
  /// - Parameters:
  ///   - appName: The app of the recipe; nil if it is for all.
  ///   - attributes: The attributes that the targeting may read besides those of every client.
  private static func reportExpressionProblems(
    of targeting: String, for appName: String?, _ reader: ObjectReader,
    knowing attributes: Set<Name>
  ) {
    do {
      let expression = try Expression(targeting, name: "targeting")
      for problem in expression.problems(knowing: attributes, app: appName) {
        reader.report(problem, inside: "targeting", text: targeting, severity: problem.severity)
      }
    } catch {
      // Only a warning: clients read the recipe, and its targeting evaluates to an error.
      for var problem in error.all {
        problem.code = "unreadable-targeting"
        reader.report(problem, inside: "targeting", text: targeting, severity: .warning)
      }
    }
  }

  /// Reads the texts of each locale, and warns that mobile clients ignore them; a locale that is
  /// not an object of texts is empty.
  private static func readLocalizations(_ recipe: inout Recipe, _ reader: ObjectReader) {
    guard let locales = reader.object["localizations"], locales.kind == .object else { return }
    let textsByLocale: [(String, [String: String])] = locales.members.map { locale in
      (locale.key, (try? MemberKind.textsByName.read(locale.value)) ?? [:])
    }
    recipe.localizations = Dictionary(textsByLocale) { _, last in last }
    reader.report(
      .warning, "localizations-ignored", "localizations",
      "Mobile clients ignore `localizations`; only the desktop client uses it")
  }

  /// Reads the buckets; nil if a member is missing or has the wrong type.
  private static func bucketConfig(_ reader: ObjectReader) -> BucketConfig? {
    guard let reader = reader.object("bucketConfig", isRequired: true) else { return nil }
    let unit = reader.required("randomizationUnit", .randomizationUnit)
    let namespace = reader.required("namespace", .text)
    let start = reader.required("start", .wholeNumber)
    let count = reader.required("count", .wholeNumber)
    let total = reader.value("total", .bucketTotal, default: BucketConfig.defaultTotal)
    guard let unit, let namespace, let start, let count, let total else { return nil }
    if count > total {
      reader.report(
        .warning, "too-many-buckets", "count",
        "Write at most \(total), the number of buckets; clients wrap around the rest")
    }
    return BucketConfig(
      randomizationUnit: unit, namespace: namespace, start: start, count: count, total: total)
  }

  /// Reads the branches; one with a mistake is read as far as possible, so that all its mistakes
  /// are reported.
  private static func branches(_ reader: ObjectReader) -> [Branch] {
    var branches: [Branch] = []
    var slugs: Set<Name> = []
    // A missing list is reported, and is read as no branches.
    _ = reader.objects("branches", isRequired: true) { branchReader in
      let slug = branchReader.required("slug", .text) ?? ""
      let ratio = branchReader.required("ratio", .ratio) ?? 0
      let isFirst = slugs.insert(Name(slug)).inserted
      if !isFirst {
        branchReader.report(
          .warning, "repeated-branch", "slug",
          "Give each branch its own slug; the first one is used")
      }
      branches.append(Branch(slug: slug, ratio: ratio, features: features(branchReader)))
    }
    return branches
  }

  /// The configs of a branch, from `features` or else from `feature`, which older clients read.
  private static func features(_ reader: ObjectReader) -> [FeatureConfig] {
    // Both are read, so that the problems of both are reported.
    var listed: [FeatureConfig] = []
    var single: [FeatureConfig] = []
    let hasList = reader.objects("features", isRequired: false) { readConfig($0, into: &listed) }
    if let feature = reader.object("feature", isRequired: false) {
      readConfig(feature, into: &single)
    }
    return hasList ? listed : single
  }

  /// Reads the config of a feature and appends it, empty if it has no value; one without an id is
  /// left out.
  private static func readConfig(_ reader: ObjectReader, into configs: inout [FeatureConfig]) {
    guard let id = reader.required("featureId", .text) else { return }
    let value = reader.value("value", .object, default: nil)?.json.objectValue
    configs.append(FeatureConfig(featureID: id, value: value ?? [:]))
  }
}

extension ObjectReader {
  /// Reports a problem of a member's text at its position in the file.
  ///
  /// If that position cannot be determined, the problem is at the member, and its message has the
  /// position in the text.
  fileprivate func report(
    _ problem: Problem, inside key: String, text: String, severity: Problem.Severity
  ) {
    var message = problem.message
    var locationInFile: SourceLocation?
    if let range = problem.location?.range {
      locationInFile = object[key]?.location?.location(ofPart: range, in: text)
      if locationInFile == nil { message += " (\(range.start) in the expression)" }
    }
    var reported = self.problem(severity, problem.code, key, message).with(hint: problem.hint)
    if let locationInFile { reported.location = locationInFile }
    report(reported)
  }
}

extension MemberKind<UInt32> {
  /// A number of 32 bits without a sign.
  fileprivate static var wholeNumber: MemberKind { .wholeNumber(in: 0...UInt32.max) }

  /// A number of 31 bits, because clients read it as a signed number.
  fileprivate static var ratio: MemberKind { .wholeNumber(in: 0...UInt32(Int32.max)) }

  /// The number of buckets, at least 1.
  fileprivate static var bucketTotal: MemberKind { .wholeNumber(in: 1...UInt32.max) }
}

extension MemberKind<[String: String]> {
  /// An object in which every member is a string; nil for anything else, which is reported as not
  /// "an object of texts".
  fileprivate static var textsByName: MemberKind {
    .init("an object of texts") { value in
      guard value.kind == .object else { return nil }
      var texts: [String: String] = [:]
      for member in value.members {
        guard let text = member.value.string else { return nil }
        texts[member.key] = text
      }
      return texts
    }
  }
}

extension MemberKind<Instant> {
  /// A date and time, as ISO 8601 writes them; nil for anything else, which is reported as not "a
  /// date and time".
  fileprivate static var dateTime: MemberKind {
    .init("a date and time such as 2025-03-10T12:30:00Z") {
      $0.string.flatMap(Instant.init(iso8601:))
    }
  }
}

extension MemberKind<BucketConfig.RandomizationUnit> {
  /// The name of the id by which clients are bucketed; nil for another name, which is reported.
  fileprivate static var randomizationUnit: MemberKind {
    .init("`nimbus_id` or `user_id`") {
      $0.string.flatMap(BucketConfig.RandomizationUnit.init(rawValue:))
    }
  }
}
