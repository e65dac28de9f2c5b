import VirgaCanvas
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaWorkbench

/// The commands of the list of features, and those that choose the channel.
enum FeatureCommands {
  static let all: [Command] = [
    Command("open-feature", "open the feature", on: FeaturesScreen.self) { $0.openFeature($1) }
      .in(.panel(.features)).form(of: "open").keys("Enter", "l", "Right").hint(.main).short("open")
      .when({ $0.selectedFeature != nil }, else: .noFeatureSelected)
      .help("Goes to the values of the selected feature."),
    Command("filter", "filter or search") { model, argument in
      model.overlay == nil
        ? TextSearch.start(argument, in: &model) : model.filterOverlay(by: argument)
    }
    .keys("/").near(.picker, "/", hint: .third).argument(.text)
    .hint(.sixth, when: { $0.overlay?.isTyping != true })
    .titled { $0.overlay == nil && TextSearch.searchesFocusedPanel(in: $0) ? "search" : "filter" }
    .help("Filters the list in focus (features also by the names inside them); searches a text."),
    Command("list-features", "choose what is listed", on: FeaturesScreen.self) {
      $0.listSubset(named: $2, $1)
    }
    .in(.screen(.features)).form(of: "list").keys("F")
    .argument(.oneOf { _ in FeaturesScreen.Subset.allCases.map(\.rawValue) })
    .help(
      "Lists all features, or those that are overridden, changed, enrolled, imported, with problems, orphaned, or with drafts."
    ),
    Command("only-overridden-features", "only overridden", on: FeaturesScreen.self) {
      $0.listSubset(named: $0.subset == .all ? "overridden" : "all", $1)
    }
    .in(.screen(.features)).form(of: "only-overridden").keys("f").hint(.listing)
    .titled { $0.features.subset == .all ? "only overridden" : "all features" }
    .help("Lists the features that this session overrides, or all again."),
    Command("select", "go to a feature") { .goes(ValueTarget(feature: $1)) }
      .part(of: "go").argument(.feature).moves(.jump).help("Selects the feature with that id."),
    Command("channel", "choose channel", run: chooseChannel)
      .keys("c").argument(.oneOf { $0.workspace.channels }).hint(.channel).short("channel")
      .when { model in
        let hasNone = model.workspace.manifest != nil && model.workspace.channels.isEmpty
        return hasNone ? .refused(.noChannels) : .applies(model.channel ?? "")
      }
      .help("Shows the values of another channel."),
    Command("next-channel", "next channel") { stepChannel(&$0, by: 1) }
      .keys("]").hint(.everywhere).when({ $0.workspace.channels.count > 1 }, else: .oneChannel)
      .help("Goes through the channels in declared order."),
    Command("previous-channel", "previous channel") { stepChannel(&$0, by: -1) }
      .keys("[").when({ $0.workspace.channels.count > 1 }, else: .oneChannel),
    Command("clear", "leave or clear", run: leaveOrClear)
      .keys("Esc").near(.panel(.merged), hint: .second)
      .titled { model in
        if model.search.isActive(in: model) { return "end the search" }
        return model.focus == .merged ? "leave, keep as draft" : "leave or clear"
      }
      .help(
        "Clears an error message, the filter or the search; from another panel, goes back to the list. During a long load, stops that instead."
      ),
  ]

  /// Does the first of these that applies: stops a load, clears the error message, ends the search
  /// in a text, clears the marks, or leaves a panel or clears a filter of the screen.
  @Sendable private static func leaveOrClear(_ model: inout Model) -> Outcome {
    if isLoading(model) { return [.cancelWork] }
    if model.messages.undismissedFailure != nil {
      model.messages.undismissedFailure = nil
      return []
    }
    if model.search.isActive(in: model) {
      model.search = TextSearch()
      return []
    }
    // A filter or search, whose text is the term, is cleared before the marks: by the screen,
    // below.
    let hasFilterOrSearch = TextSearch.term(in: model) != nil
    if !hasFilterOrSearch, MovingCommands.markCount(in: model) > 0 {
      model.view?.withList(in: &model) { $0.clearMarks() }
      return []
    }
    return model.screen.type.clear(in: &model)
  }

  /// Whether a load or other background work runs, which can be canceled.
  private static func isLoading(_ model: Model) -> Bool {
    // The progress of each is nil while it does not run.
    let isBusyWithFiles = model.files.work != nil || model.files.reading != nil
    return isBusyWithFiles || model.shared.flags.files.isLoading
  }

  /// Shows another channel and stores it in the session; without a name, asks which.
  ///
  /// Until a manifest is loaded, any name is accepted as the channel to start with.
  static func chooseChannel(_ model: inout Model, _ name: String) -> Outcome {
    guard !name.isEmpty else { return .asks(channelPicker) }
    guard model.workspace.manifest != nil else {
      model.shared.channel = name
      // A channel that was named at startup is shown until the session stores one.
      model.shared.startup.channel = name
      return []
    }
    let channels = model.workspace.channels
    guard channels.containsName(name) else {
      return .refused(.unknown("channel", name, among: channels))
    }
    if model.channel.isSameName(as: name) { return .says(.unchanged) }
    return showAndStoreChannel(&model, name)
  }

  /// Shows another channel of the manifest and stores it in the session, unless the session is
  /// read-only or stores it already.
  private static func showAndStoreChannel(_ model: inout Model, _ name: String) -> Outcome {
    // The session may store this channel while one that the command line named is shown.
    let isStored = model.session[.channel] == .string(name)
    let needsNoOperation = model.options.isReadOnly || isStored
    if needsNoOperation {
      model.shared.channel = name
      return .says(.channel(name))
    }
    // The channel is shown when the session has changed.
    return model.perform { try $0.setChannel(name) }
  }

  /// Chooses the next channel, or the previous one if `step` is -1; after the last channel comes
  /// the first.
  ///
  /// A channel that the manifest does not declare has the neighbors of the first one. The commands
  /// that call this are refused if there are fewer than two channels.
  private static func stepChannel(_ model: inout Model, by step: Int) -> Outcome {
    let channels = model.workspace.channels
    let index = channels.firstIndex { model.channel.isSameName(as: $0) } ?? 0
    // The count is added because the remainder of a negative number is negative.
    let next = channels[(index + step + channels.count) % channels.count]
    return chooseChannel(&model, next)
  }

  /// The channels to choose from, each with its value of the selected path, as in
  /// `enabled = true`.
  @Sendable private static func channelPicker(in model: Model) -> Picker {
    let channels = model.workspace.channels
    let current = channels.firstIndex { model.channel.isSameName(as: $0) }
    let lines = channels.enumerated().map { index, channel in
      pickerLine(of: channel, isCurrent: index == current, in: model)
    }
    return Picker("Channel", lines: lines, cursor: current ?? 0)
  }

  /// The line of a channel, as in `on screen, connected app  nightly  enabled = true`.
  private static func pickerLine(
    of channel: String, isCurrent: Bool, in model: Model
  ) -> PickerLine {
    let hasConnectedApp = model.apps.contains { $0.app.channel.isSameName(as: channel) }
    var notes: [String] = []
    if isCurrent { notes.append("on screen") }
    if hasConnectedApp { notes.append("connected app") }
    // `leading` is the first column.
    return PickerLine(
      invocation: Invocation("channel", channel),
      leading: DisplayText(notes.joined(separator: ", ")),
      title: DisplayText(channel),
      detail: DisplayText(selectedValue(in: model, channel: channel) ?? ""),
      isCurrent: isCurrent)
  }

  /// The value under the cursor in another channel, as in `enabled = true`; nil on another screen,
  /// or if the value does not exist in the channel.
  private static func selectedValue(in model: Model, channel: String) -> String? {
    guard model.screen == .features else { return nil }
    guard let row = model.features.values.selectedRow else { return nil }
    let inChannel = model.features.values.selectedValueByChannel.first {
      $0.channel.isSameName(as: channel)
    }
    guard let value = inChannel?.value else { return nil }
    return "\(row.pathText) = \(ValueText.short(value))"
  }
}

extension FeaturesScreen {
  /// Goes to the values; if the filter matched a name inside the feature, to that value.
  fileprivate mutating func openFeature(_ shared: Shared) -> Outcome {
    let filter = list.filter.field
    let matchedName = list.selected?.innerName(matching: Filter(filter.text))
    guard matchedName != nil else { return .focuses(.values) }
    // The search in the values finds what the filter matched.
    values.search = FilterField(field: filter)
    return .focuses(.values, then: findFirstInValues(shared))
  }
}
