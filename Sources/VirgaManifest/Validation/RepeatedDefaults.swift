import VirgaJSON
import VirgaSource

/// Finds values in default blocks that change nothing in any channel of their block.
struct RepeatedDefaults: ValueWalker {
  /// Features with more blocks are skipped: every block is compared with all before it.
  static let maxBlocks = 64

  private let modules: [Module]
  /// The channels of each module that a block can apply in; the last one is nil (none).
  private let asked: [[String?]]
  private(set) var problems: [Problem] = []

  private var types: TypeTable
  var path = ValuePath("")
  private var channels: Set<Int> = []

  init?(_ modules: [Module]) {
    guard let first = modules.first else { return nil }
    self.modules = modules
    types = first.types
    asked = modules.map { module in
      module.channels.count == 1 ? module.channels : module.channels + [nil]
    }
  }

  private struct ModuleBlock {
    var block: DefaultBlock
    var module: Int
    var channels: Set<Int>
  }

  mutating func check(_ feature: FeatureDefinition) {
    var moduleBlocks = feature.blocks.map { moduleBlock(of: $0, in: feature.module) }
    for addition in feature.additions {
      moduleBlocks += addition.blocks.map { moduleBlock(of: $0, in: addition.module) }
    }
    guard !moduleBlocks.isEmpty, moduleBlocks.count <= Self.maxBlocks else { return }
    types = modules[feature.module].types
    path = ValuePath("features/\(feature.id)")
    for (index, upper) in moduleBlocks.enumerated() where !upper.channels.isEmpty {
      channels = upper.channels
      check(upper.block.value, feature, moduleBlocks[..<index].reversed().map { layer(of: $0, seenFrom: upper.module) })
    }
  }

  private func moduleBlock(of block: DefaultBlock, in module: Int) -> ModuleBlock {
    let channels = asked[module].indices.filter { block.applies(in: asked[module][$0]) }
    return ModuleBlock(block: block, module: module, channels: Set(channels))
  }

  /// An earlier block; one of another module always or never applies, because that module has a single channel.
  private func layer(of moduleBlock: ModuleBlock, seenFrom module: Int) -> InheritedLayer {
    let block = moduleBlock.block
    if moduleBlock.module == module { return .init(channels: moduleBlock.channels, value: block.value) }
    let other = modules[moduleBlock.module]
    guard let channel = other.channels.count == 1 ? other.channels[0] : other.importChannel else {
      return .init(channels: nil, value: block.channels.isEmpty ? block.value : nil)
    }
    return .init(channels: block.applies(in: channel) ? nil : [], value: block.value)
  }
}

extension RepeatedDefaults {
  private mutating func check(_ value: LocatedValue, _ feature: FeatureDefinition, _ under: [InheritedLayer]) {
    for member in value.checkedMembers {
      guard let variable = feature.variable(member.key) else { continue }
      var layers = under.member(member.keyNode, named: member.key, of: types)
      layers.append(.init(channels: nil, value: variable.inherited, filling: variable.type))
      at(.name(member.key)) {
        if $0.repeats(member.value, variable.type, layers) { $0.report(member) }
      }
    }
  }

  /// Whether a value repeats the layers below; reports the repeated parts of an object that does so partly.
  private mutating func repeats(
    _ value: LocatedValue, _ type: VariableType?, _ under: [InheritedLayer]
  ) -> Bool {
    guard value.kind == .object, value.count > 0 else { return under.say(value, in: channels) }
    let members = value.checkedMembers
    if case .object(let name) = type { path.push(.object(name)) }
    defer { if case .object = type { path.pop() } }
    var repeated: [(member: CheckedMember<LocatedValue>, step: ValuePath.Step)] = []
    for member in members {
      let (step, inner) = step(to: member.key, in: type)
      let lower = under.member(member.keyNode, named: member.key, of: types)
      if at(step, { $0.repeats(member.value, inner, lower) }) { repeated.append((member, step)) }
    }
    if repeated.count == members.count { return true }
    for (member, step) in repeated { at(step) { $0.report(member) } }
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

  private mutating func report(_ member: CheckedMember<LocatedValue>) {
    problems.append(
      Problem(
        .hint, "repeated-default", path: path.text,
        "`\(member.key)` already has this value in every channel of the block: leave it out",
        at: member.keyNode.location))
  }
}
