import VirgaSource

/// Finds values of default blocks that change nothing: in every channel of their block they were so before.
struct RepeatedDefaults {
  /// Beyond so many blocks a feature is not looked at: every block is compared with all before it.
  static let mostBlocks = 64
  /// Channels are bits; one is for no channel at all.
  static let mostChannels = 63

  private let modules: [Module]
  private(set) var problems: [Problem] = []

  private var types: TypeTable
  private var path: ValuePath
  private var channels: InheritedLayers.Channels = 0

  init(_ modules: [Module], types: TypeTable) {
    self.modules = modules
    self.types = types
    path = ValuePath("")
  }

  /// Looks at the blocks of a feature, its own first, then those of importing modules.
  mutating func check(_ feature: Feature) {
    let blocks =
      feature.blocks.map { (block: $0, module: feature.module) }
      + feature.additions.flatMap { addition in addition.blocks.map { (block: $0, module: addition.module) } }
    guard !blocks.isEmpty, blocks.count <= Self.mostBlocks else { return }
    path = ValuePath("features/\(feature.id)")
    for (place, (block, module)) in blocks.enumerated() {
      let asked = askedChannels(of: block, in: module)
      channels = Self.mask(of: block, in: asked)
      guard channels != 0 else { continue }
      let under = blocks[..<place].reversed().map { lower in
        layer(of: lower.block, lower.module, seenFrom: module, in: asked)
      }
      check(block.value, feature, under)
    }
  }

  /// The channels of a module that a block can apply in; the last one is none.
  private func askedChannels(of block: DefaultBlock, in module: Int) -> [String?] {
    let declared = modules[module].channels
    guard declared.count <= Self.mostChannels else { return [] }
    return declared.count == 1 ? declared : declared + [nil]
  }

  private static func mask(of block: DefaultBlock, in asked: [String?]) -> InheritedLayers.Channels {
    var mask: InheritedLayers.Channels = 0
    for (bit, channel) in asked.enumerated() where block.applies(in: channel) { mask |= 1 << bit }
    return mask
  }

  /// An earlier block; one of another module applies always or never, for that is resolved in one channel.
  private func layer(
    of block: DefaultBlock, _ owner: Int, seenFrom module: Int, in asked: [String?]
  ) -> InheritedLayers.Layer {
    if owner == module { return .init(channels: Self.mask(of: block, in: asked), value: block.value) }
    let other = modules[owner]
    guard let channel = other.channels.count == 1 ? other.channels[0] : other.importChannel else {
      return .init(channels: .max, value: block.channels.isEmpty ? block.value : nil)
    }
    return .init(channels: block.applies(in: channel) ? .max : 0, value: block.value)
  }
}

extension RepeatedDefaults {
  private mutating func check(_ value: WrittenValue, _ feature: Feature, _ under: [InheritedLayers.Layer]) {
    let blocks = InheritedLayers(under)
    let members = value.checkedMembers
    let index = MemberIndex(blocks, lookups: members.count)
    for member in members {
      guard let variable = feature.variable(member.key) else { continue }
      var layers = blocks.member(member.keyNode, named: member.key, among: index, of: types).layers
      layers.append(.init(channels: .max, value: variable.inherited, filling: variable.type))
      path.push(.name(member.key))
      if repeats(member.value, variable.type, InheritedLayers(layers)) { report(member) }
      path.pop()
    }
  }

  /// Whether a value repeats what lies under it; of an object that does so in part, these parts are noted.
  private mutating func repeats(
    _ value: WrittenValue, _ type: VariableType?, _ under: InheritedLayers
  ) -> Bool {
    guard value.kind == .object, value.count > 0 else { return under.say(value, in: channels) }
    let members = value.checkedMembers
    let index = MemberIndex(under, lookups: members.count)
    if case .object(let name) = type { path.push(.object(name)) }
    defer { if case .object = type { path.pop() } }
    var repeated: [(member: CheckedMember<WrittenValue>, step: ValuePath.Step)] = []
    for member in members {
      let (step, inner) = step(to: member.key, in: type)
      path.push(step)
      if repeats(member.value, inner, under.member(member.keyNode, named: member.key, among: index, of: types)) {
        repeated.append((member, step))
      }
      path.pop()
    }
    if repeated.count == members.count { return true }
    for (member, step) in repeated {
      path.push(step)
      report(member)
      path.pop()
    }
    return false
  }

  private func step(to key: String, in type: VariableType?) -> (ValuePath.Step, VariableType?) {
    switch type {
    case .map(.enumeration(let name), let item): (.variant(name, key), item)
    case .map(_, let item): (.key(key), item)
    case .object(let name): (.name(key), types.object(name)?.field(key)?.type)
    case .option(let inner): step(to: key, in: inner)
    default: (.name(key), nil)
    }
  }

  private mutating func report(_ member: CheckedMember<WrittenValue>) {
    problems.append(
      Problem(
        .hint, "repeated-default", path: path.text,
        "`\(member.key)` has this value already in every channel of the block: leave it out",
        at: member.keyNode.location))
  }
}
