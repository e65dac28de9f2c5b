import VirgaJSON
import VirgaManifest

/// What a filter finds features by: their ids, and the names inside them.
///
/// Most features have the same few names inside: a letter typed looks at each of them once.
struct FeatureIndex: Equatable, Sendable {
  /// The ids in the order of the manifest.
  let ids: [String]

  /// The same ids, packed.
  private(set) var packed = PackedNames()
  /// The names inside of features, each once.
  private var names: [String] = []
  /// The numbers of the names inside of each feature, one feature after the other.
  private var inner: [Int32] = []
  /// Where the numbers of each feature end.
  private var innerEnds: [Int] = []

  /// An index of nothing.
  init() { ids = [] }

  /// The index of all features of a manifest.
  init(_ manifest: Manifest) {
    ids = manifest.features.map(\.id)
    var numbers = InnerNames(manifest)
    for feature in manifest.features {
      packed.append(feature.id)
      numbers.append(of: feature, to: &inner)
      innerEnds.append(inner.count)
    }
    names = numbers.names
  }

  /// The name inside of a feature that made it fit; nil where it was its id.
  func inner(of rank: FeatureRank) -> String? {
    rank.inner.map { names[Int(inner[stretch(rank.place).lowerBound + $0])] }
  }

  /// The features that hold what is wanted as it was typed, in their ids or inside.
  func ranks(fitting wanted: Filter, among candidates: [Int]) -> [FeatureRank] {
    let found = names.map { wanted.containsWhole($0) }
    return ranks(of: candidates) { place, id in
      if let score = wanted.score(id, isWhole: true) { return FeatureRank(score: score, place: place) }
      let all = stretch(place)
      guard let first = all.first(where: { found[Int(inner[$0])] }) else { return nil }
      return FeatureRank(score: 900, place: place, inner: first - all.lowerBound)
    }
  }

  /// The features whose ids hold the letters that are wanted, in their order.
  func ranks(scattering wanted: Filter, among candidates: [Int]) -> [FeatureRank] {
    ranks(of: candidates) { place, id in
      wanted.score(id, isWhole: false).map { FeatureRank(score: $0, place: place) }
    }
  }

  private func ranks(
    of candidates: [Int], _ rank: (Int, UnsafeBufferPointer<UInt8>) -> FeatureRank?
  ) -> [FeatureRank] {
    var ranks: [FeatureRank] = []
    ranks.reserveCapacity(candidates.count)
    packed.look(at: candidates) { place, id in
      if let rank = rank(place, id) { ranks.append(rank) }
    }
    return ranks
  }

  /// Where the numbers of a feature's names stand.
  private func stretch(_ place: Int) -> Range<Int> { (place == 0 ? 0 : innerEnds[place - 1])..<innerEnds[place] }
}

/// Where a feature stands in the list: the best score first, then the order of the manifest, then what it lacks.
struct FeatureRank: Comparable, Sendable {
  /// The score, the place among the features and that of the name inside which was found, from the highest bits down.
  private var bits: Int

  private static let noInner = 0xFFF
  /// A filter of a hundred words reaches it: more fit no better.
  private static let most = 0x1_FFFF
  private static let lostScore = -0x4_0000

  init(score: Int = 0, place: Int, inner: Int? = nil) {
    bits = (-min(score, Self.most) << 44) | (place << 12) | min(inner ?? Self.noInner, Self.noInner)
  }

  /// The rank of an edit whose feature is gone, by its place among those.
  init(lost place: Int) { self.init(score: Self.lostScore, place: place) }

  var isLost: Bool { bits >> 44 == -Self.lostScore }
  var place: Int { (bits >> 12) & 0xFFFF_FFFF }
  var inner: Int? { bits & Self.noInner == Self.noInner ? nil : bits & Self.noInner }

  static func < (left: FeatureRank, right: FeatureRank) -> Bool { left.bits < right.bits }
}

/// The names a person may look for a feature by: its variables, and the fields and variants of their types.
private struct InnerNames {
  /// A type as a module calls it.
  private struct TypeName: Hashable {
    var module: Int
    var name: ExactText
  }

  private(set) var names: [String] = []

  private let manifest: Manifest
  private var numbers: [ExactText: Int32] = [:]
  /// For each name where the numbers of the feature begin that had it last: a feature has each once.
  private var owners: [Int] = []
  /// The names inside of the types that variables have, so that each is gone through once.
  private var types: [TypeName: [Int32]] = [:]

  init(_ manifest: Manifest) { self.manifest = manifest }

  /// Appends the numbers of a feature's names.
  mutating func append(of feature: FeatureDefinition, to found: inout [Int32]) {
    let start = found.count
    func append(_ numbers: some Sequence<Int32>) {
      for number in numbers where owners[Int(number)] != start {
        owners[Int(number)] = start
        found.append(number)
      }
    }
    for variable in feature.variables {
      append([number(variable.name)])
      for name in Self.names(in: variable.type) {
        let type = TypeName(module: feature.module, name: ExactText(name))
        if types[type] == nil {
          var (inner, seen): ([Int32], NameSet) = ([], [])
          collect(name, in: feature.module, &inner, &seen)
          types[type] = inner
        }
        append(types[type] ?? [])
      }
    }
  }

  private mutating func collect(_ name: String, in module: Int, _ found: inout [Int32], _ seen: inout NameSet) {
    guard seen.insert(name) else { return }
    for variant in manifest.enumeration(name, in: module)?.variants ?? [] { found.append(number(variant.name)) }
    for field in manifest.object(name, in: module)?.fields ?? [] {
      found.append(number(field.name))
      for name in Self.names(in: field.type) { collect(name, in: module, &found, &seen) }
    }
  }

  private mutating func number(_ name: String) -> Int32 {
    if let known = numbers[ExactText(name)] { return known }
    let number = Int32(names.count)
    numbers[ExactText(name)] = number
    names.append(name)
    owners.append(-1)
    return number
  }

  /// The enums and objects that a type speaks of.
  private static func names(in type: VariableType) -> [String] {
    switch type {
    case .option(let inner), .list(let inner): names(in: inner)
    case .map(let key, let value): names(in: key) + names(in: value)
    case .enumeration(let name), .object(let name): [name]
    case .string, .int, .double, .boolean, .text, .image, .alias: []
    }
  }
}
